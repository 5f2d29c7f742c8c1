(* Why a certificate is rejected, in words for people. Nothing here is trusted: it can only reject. *)

module Integer = Z
open Check
open Rejected

let most_weight_bits = 1 lsl 33

(* Strategies that do not sum to 1 are told modulo a prime, before their common denominator is looked
   for: that of a forged one may be as long as the file. *)
let large_prime = Integer.of_string "2305843009213693951"

let plainly_not_one s =
  let modulo (q : q) =
    Integer.erem (Integer.mul q.qnum (Integer.invert q.qden large_prime)) large_prime
  in
  match List.fold_left (fun sum (_, q) -> Integer.add sum (modulo q)) Integer.zero s with
  | sum -> not (Integer.equal (Integer.erem sum large_prime) Integer.one)
  | exception Division_by_zero -> false

(* Refuses strategies whose common denominator would take too much memory. *)
let small_enough player value s =
  if s <> [] && plainly_not_one s then
    raise (Rejected ("the probabilities of the " ^ player ^ " strategy do not sum to 1"));
  let size = List.length s in
  ignore
    (List.fold_left
       (fun common (_, q) ->
         if Integer.equal (Integer.rem common q.qden) Integer.zero then common
         else
           let common = Integer.lcm common q.qden in
           if Integer.numbits common > most_weight_bits / max 1 size then
             raise (Rejected ("the common denominator of the " ^ player ^ " strategy is too long"));
           common)
       value.qden s)

let sums_to_one s =
  let d = common s in
  Integer.equal (total (weights d s)) d

(* Where the sums of the check fall short. *)
let short_of what strict target other (found : q list) =
  let rec go i other = function
    | [] -> None
    | r :: rest ->
        let played = match other with (k, _) :: _ -> Integer.equal k (Integer.of_int i) | [] -> false in
        if below r target || (strict && (not played) && not (below target r)) then
          Some
            (Printf.sprintf "%s %d yields %s" what i
               (if below r target then
                  if strict then "too little for the one who would choose against it" else "goes beyond the bound"
                else "exactly the value"))
        else go (i + 1) (if played then List.tl other else other) rest
  in
  go 0 other found

let scaled d q = { q with qnum = Integer.mul d q.qnum }

let reason strict b t lo hi =
  let s = b.row_strategy in
  let lines_wide width lines = List.for_all (fun l -> List.length l = width) lines in
  let columns = Integer.to_int b.columns in
  let others = Integer.to_int b.rows - List.length s in
  let guaranteed f player lines target other what =
    match lines with
    | [] -> None
    | first :: _ ->
        let d = common player in
        short_of what strict (scaled d target) other
          (sums f (weights d player) lines (List.rev_map (fun _ -> { qnum = Integer.zero; qden = Integer.one }) first))
  in
  let outside = List.exists (List.exists (fun c -> not (cell_ok b.range c))) in
  if not (range_ok b.range) then "an empty range"
  else if not (sums_to_one s) then "the probabilities of the row strategy do not sum to 1"
  else if not (sums_to_one t) then "the probabilities of the column strategy do not sum to 1"
  else if outside b.row_lines || outside b.column_lines then "a payoff is outside the range"
  else if not (lines_wide columns b.row_lines) then "a row line has not one payoff for each column"
  else if (not b.symmetric) && not (lines_wide others b.column_lines) then
    "a column line has not one payoff for each row that is not played"
  else
    match guaranteed (least b.range) s b.row_lines lo t "column" with
    | Some words -> words
    | None when b.symmetric ->
        if not (same_indices s t) then "the two strategies of a symmetric game play different indices"
        else if not (mirror_check (mirror_sum b) (block t b.row_lines)) then
          "a payoff between played indices contradicts the symmetry"
        else "a row yields more than the column strategy may concede"
    | None -> (
        ignore hi;
        "a row yields more than the column strategy may concede")

let reason_of_pair c =
  let b = c.evidence in
  if check_body true b b.column_strategy c.value c.value then
    if not (all_read (block b.column_strategy b.row_lines)) then
      "an unread payoff between strategies that are both played"
    else "the value of a symmetric game is half of what its matches pay"
  else reason true b b.column_strategy c.value c.value

let reason_of_bounds c =
  let b = c.frame in
  let t = if b.symmetric then b.row_strategy else b.column_strategy in
  if not (check_body false b t c.low c.high) then reason false b t c.low c.high
  else if Integer.sign c.epsilon.qnum <= 0 then "epsilon is not above 0"
  else "the bounds are further apart than epsilon, or do not mirror each other"

(* Rejects what would take too much memory. *)
let limits = function
  | Pair c ->
      small_enough "row" c.value c.evidence.row_strategy;
      small_enough "column" c.value c.evidence.column_strategy
  | Between c ->
      small_enough "row" c.low c.frame.row_strategy;
      small_enough "column" c.high c.frame.column_strategy

let not_of_game = "the payoffs are not those of the game"

(* Of what the check did not accept. *)
let why subject game =
  match subject with
  | Pair c -> if game <> None && check c then not_of_game else reason_of_pair c
  | Between c -> if game <> None && check_bounds c then not_of_game else reason_of_bounds c
