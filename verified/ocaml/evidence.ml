(* Evidence of the dimensions of both optimal sets, for check_dimensions. Nothing here is trusted:
   what it finds is checked, and what it does not find is not claimed. *)

module Integer = Z
module Fraction = Q
open Check

(* Elimination over r rows takes r^3 steps; exact elimination is for fewer. *)
let most_played = 200
let most_exact = 80

let primes = [ 509; 1009; 10007; 1048573 ]

let rec power p b e = if e = 0 then 1 else
  let h = power p (b * b mod p) (e / 2) in if e land 1 = 1 then h * b mod p else h
let inverse_mod p a = power p (((a mod p) + p) mod p) (p - 2)

(* The rows as whole numbers, the factor in front, as the check makes them. *)
let whole_row line =
  let d = factor line in
  Array.of_list (d :: whole d line)

let residues p = Array.map (fun z -> Integer.to_int (Integer.erem z (Integer.of_int p)))

(* Rows that depend on those before them are free; of the others, where each has its pivot. *)
let choose p rows =
  let basis = ref [] in
  let free = ref [] and kept = ref [] in
  Array.iteri
    (fun a row ->
      let row = Array.copy row in
      List.iter
        (fun (c, b) ->
          let m = row.(c) in
          if m <> 0 then Array.iteri (fun j x -> row.(j) <- (((row.(j) - (m * x)) mod p) + p) mod p) b)
        (List.rev !basis);
      let pivot = ref (-1) in
      Array.iteri (fun j x -> if !pivot < 0 && x <> 0 then pivot := j) row;
      if !pivot < 0 then free := a :: !free
      else begin
        let i = inverse_mod p row.(!pivot) in
        basis := (!pivot, Array.map (fun x -> x * i mod p) row) :: !basis;
        kept := (a, !pivot) :: !kept
      end)
    rows;
  (List.rev !free, List.rev !kept)

(* The inverse of a square matrix modulo p. *)
let invert p square =
  let r = Array.length square in
  let m = Array.mapi (fun i row -> Array.append row (Array.init r (fun j -> if i = j then 1 else 0))) square in
  try
    for c = 0 to r - 1 do
      let k = ref c in
      while !k < r && m.(!k).(c) = 0 do incr k done;
      if !k = r then raise Exit;
      let swap = m.(c) in
      m.(c) <- m.(!k);
      m.(!k) <- swap;
      let i = inverse_mod p m.(c).(c) in
      m.(c) <- Array.map (fun x -> x * i mod p) m.(c);
      for k = 0 to r - 1 do
        let f = m.(k).(c) in
        if k <> c && f <> 0 then
          let pivot = m.(c) and row = m.(k) in
          for j = c to (2 * r) - 1 do
            row.(j) <- (((row.(j) - (f * pivot.(j))) mod p) + p) mod p
          done
      done
    done;
    Some (Array.map (fun row -> Array.sub row r r) m)
  with Exit -> None

(* x with x square = target, exactly. *)
let solve square target =
  let r = Array.length square in
  (* transposed, with the target at the end *)
  let m = Array.init r (fun c -> Array.init (r + 1) (fun a -> if a = r then target.(c) else square.(a).(c))) in
  try
    for c = 0 to r - 1 do
      let k = ref c in
      while !k < r && Fraction.sign m.(!k).(c) = 0 do incr k done;
      if !k = r then raise Exit;
      let swap = m.(c) in
      m.(c) <- m.(!k);
      m.(!k) <- swap;
      let i = Fraction.inv m.(c).(c) in
      m.(c) <- Array.map (Fraction.mul i) m.(c);
      for k = 0 to r - 1 do
        let f = m.(k).(c) in
        if k <> c && Fraction.sign f <> 0 then
          m.(k) <- Array.mapi (fun j x -> Fraction.sub x (Fraction.mul f m.(c).(j))) m.(k)
      done
    done;
    Some (Array.map (fun row -> row.(r)) m)
  with Exit -> None

let fraction (q : q) = Fraction.make q.qnum q.qden
let of_fraction f = { qnum = Fraction.num f; qden = Fraction.den f }

(* A further optimal strategy, a step from s along the direction u, small enough for [accepts]. *)
let step s u accepts =
  let rec go tries size =
    if tries = 0 then None
    else
      let p = List.mapi (fun a (k, q) -> (k, of_fraction (Fraction.add (fraction q) (Fraction.mul size u.(a))))) s in
      if List.for_all (fun (_, (q : q)) -> Integer.sign q.qnum > 0) p && accepts p then Some p
      else go (tries - 1) (Fraction.div_2exp size 1)
  in
  go 64 Fraction.one

exception Unknown

let spread_modulo p s rows accepts =
  let wholes = Array.of_list (List.map whole_row rows) in
  let free, kept = choose p (Array.map (residues p) wholes) in
  let r = List.length kept in
  let pick row = Array.of_list (List.map (fun (_, c) -> row.(c)) kept) in
  let squares = Array.of_list (List.map (fun (a, _) -> pick wholes.(a)) kept) in
  let inverse = match invert p (Array.map (residues p) squares) with Some m -> m | None -> raise Unknown in
  if free <> [] && r > most_exact then raise Unknown;
  let exact = Array.map (Array.map Fraction.of_bigint) squares in
  let direction f =
    let target = Array.map (fun z -> Fraction.neg (Fraction.of_bigint z)) (pick wholes.(f)) in
    match solve exact target with
    | None -> raise Unknown
    | Some u ->
        (* the rows were multiplied by their factors *)
        let direction = Array.make (Array.length wholes) Fraction.zero in
        let times a x = Fraction.mul (Fraction.of_bigint wholes.(a).(0)) x in
        direction.(f) <- times f Fraction.one;
        List.iteri (fun i (a, _) -> direction.(a) <- times a u.(i)) kept;
        direction
  in
  let point f = match step s (direction f) accepts with Some p -> p | None -> raise Unknown in
  let columns = if Array.length wholes = 0 then 0 else Array.length wholes.(0) in
  let place = Array.make columns (-1) in
  List.iteri (fun i (_, c) -> place.(c) <- i) kept;
  let line c =
    List.init r (fun b -> if place.(c) < 0 then Integer.zero else Integer.of_int inverse.(place.(c)).(b))
  in
  { points = List.map point free;
    free = List.map (fun f -> fst (List.nth s f)) free;
    modulus = Integer.of_int p;
    inverse = List.init columns line }

let spread s rows accepts =
  let rec go = function
    | [] -> None
    | p :: rest -> ( match spread_modulo p s rows accepts with e -> Some e | exception Unknown -> go rest)
  in
  go primes

(* What check_dimensions accepts, or nothing. *)
let of_certificate c =
  let b = c.evidence in
  let s = b.row_strategy and t = b.column_strategy and v = c.value in
  if List.length s > most_played || List.length t > most_played then None
  else
    let rows = block t b.row_lines in
    let columns = transpose (List.hd rows) rows in
    match spread s rows (fun p -> check_body false (with_strategies b p t) t v v) with
    | None -> None
    | Some ex -> (
        match spread t columns (fun p -> check_body false (with_strategies b s p) p v v) with
        | Some ey when check_dimensions c ex ey -> Some (ex, ey)
        | _ -> None)
