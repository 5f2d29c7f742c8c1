(* Evidence of the dimensions of both optimal sets. Nothing here is trusted: [decide] checks what it finds, and
   what it does not find is not claimed. *)

module Integer = Z
module Fraction = Q
open Check

(* Elimination over r rows takes r^3 steps; exact elimination is for fewer. *)
let most_played = 200
let most_exact = 80

(* For each dimension all payoffs of the certificate are gone through some times, at 100 nanoseconds or so each. *)
let most_payoffs = 100_000_000

exception Unknown

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

(* For each target the x with x square = target, exactly; one elimination for all of them, without fractions (Bareiss): after
   step c every entry is a minor of the matrix, so that each division is exact. *)
let solve_all square targets =
  let r = Array.length square in
  let width = r + Array.length targets in
  (* transposed, with the targets at the end *)
  let m = Array.init r (fun c -> Array.init width (fun a -> if a < r then square.(a).(c) else targets.(a - r).(c))) in
  let last = ref Integer.one in
  for c = 0 to r - 1 do
    let k = ref c in
    while !k < r && Integer.sign m.(!k).(c) = 0 do incr k done;
    if !k = r then raise Unknown;
    let swap = m.(c) in
    m.(c) <- m.(!k);
    m.(!k) <- swap;
    let pivot = m.(c).(c) in
    for k = 0 to r - 1 do
      if k <> c then begin
        let row = m.(k) and f = m.(k).(c) in
        for j = c + 1 to width - 1 do
          row.(j) <- Integer.divexact (Integer.sub (Integer.mul pivot row.(j)) (Integer.mul f m.(c).(j))) !last
        done;
        row.(c) <- Integer.zero
      end
    done;
    last := pivot
  done;
  Array.init (Array.length targets) (fun t -> Array.init r (fun c -> Fraction.make m.(c).(r + t) !last))

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

let spread_modulo p s rows payoffs accepts =
  let wholes = Array.of_list (List.map whole_row rows) in
  let free, kept = choose p (Array.map (residues p) wholes) in
  let r = List.length kept in
  let pick row = Array.of_list (List.map (fun (_, c) -> row.(c)) kept) in
  let squares = Array.of_list (List.map (fun (a, _) -> pick wholes.(a)) kept) in
  let inverse = match invert p (Array.map (residues p) squares) with Some m -> m | None -> raise Unknown in
  if free <> [] && (r > most_exact || List.length free > most_payoffs / payoffs) then raise Unknown;
  let steps = solve_all squares (Array.of_list (List.map (fun f -> Array.map Integer.neg (pick wholes.(f))) free)) in
  let direction t f =
    (* the rows were multiplied by their factors *)
    let direction = Array.make (Array.length wholes) Fraction.zero in
    let times a x = Fraction.mul (Fraction.of_bigint wholes.(a).(0)) x in
    direction.(f) <- times f Fraction.one;
    List.iteri (fun i (a, _) -> direction.(a) <- times a steps.(t).(i)) kept;
    direction
  in
  let point t f = match step s (direction t f) accepts with Some p -> p | None -> raise Unknown in
  let columns = if Array.length wholes = 0 then 0 else Array.length wholes.(0) in
  let place = Array.make columns (-1) in
  List.iteri (fun i (_, c) -> place.(c) <- i) kept;
  let line c =
    List.init r (fun b -> if place.(c) < 0 then Integer.zero else Integer.of_int inverse.(place.(c)).(b))
  in
  { points = List.mapi point free;
    free = List.map (fun f -> fst (List.nth s f)) free;
    modulus = Integer.of_int p;
    inverse = List.init columns line }

let spread s rows payoffs accepts =
  let rec go = function
    | [] -> None
    | p :: rest -> ( match spread_modulo p s rows payoffs accepts with e -> Some e | exception Unknown -> go rest)
  in
  go primes

(* Of a certificate that holds. *)
let of_certificate c =
  let b = c.evidence in
  let s = b.row_strategy and t = b.column_strategy and v = c.value in
  if List.length s > most_played || List.length t > most_played then None
  else
    let rows = block t b.row_lines in
    let columns = transpose (List.hd rows) rows in
    let size lines = List.fold_left (fun sum line -> sum + List.length line) 1 lines in
    let payoffs = size b.row_lines + size b.column_lines in
    match spread s rows payoffs (fun p -> check_body false (with_strategies b p t) t v v) with
    | None -> None
    | Some ex -> (
        match spread t columns payoffs (fun p -> check_body false (with_strategies b s p) p v v) with
        | Some ey -> Some (ex, ey)
        | None -> None)
