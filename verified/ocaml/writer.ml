(* The text of a certificate, as docs/certificate_format.md says it. Trusted: what was read is what the file says
   exactly when [equals] is true.

   Coq's types say that an index is not below 0 and a denominator not below 1; in OCaml both are just integers. So whatever
   comes from files that are not trusted passes [natural] or [fraction] on its way into the check. *)

module Integer = Z
open Check

exception Differs

let natural n = if Integer.sign n < 0 then raise Differs
let fraction (q : q) = if Integer.sign q.qden <= 0 then raise Differs

let index k = natural k; Integer.to_string k

let number q =
  fraction q;
  if Integer.equal q.qden Integer.one then Integer.to_string q.qnum else Integer.to_string q.qnum ^ "/" ^ Integer.to_string q.qden

let cell = function Some q -> number q | None -> "?"

let strategy put word s =
  put (word ^ " " ^ string_of_int (List.length s) ^ "\n");
  List.iter (fun (k, q) -> put (index k ^ " " ^ number q ^ "\n")) s

let line put word (k, _) cells =
  put (word ^ " " ^ index k);
  List.iter (fun c -> put " "; put (cell c)) cells;
  put "\n"

let shape put b =
  put ("shape " ^ index b.rows ^ " " ^ index b.columns ^ "\n");
  put (if b.symmetric then "symmetric yes\n" else "symmetric no\n")

let payoffs put b =
  List.iter2 (line put "row") b.row_strategy b.row_lines;
  if b.symmetric then (if b.column_lines <> [] then raise Differs)
  else List.iter2 (line put "column") b.column_strategy b.column_lines

let range (low, high) = "range " ^ number low ^ " " ^ number high ^ "\n"

(* [list] is the text of a list of extreme strategies, of which nothing is claimed. *)
let subject put (subject, list) =
  match subject with
  | Pair c ->
      let b = c.evidence in
      put (if b.range = None then "allnash-certificate 1\n" else "allnash-certificate 2\n");
      shape put b;
      Option.iter (fun r -> put (range r)) b.range;
      put ("value " ^ number c.value ^ "\n");
      strategy put "row-strategy" b.row_strategy;
      strategy put "column-strategy" b.column_strategy;
      payoffs put b;
      put list;
      put "end\n"
  | Between c ->
      let b = c.frame in
      put "allnash-bounds 1\n";
      shape put b;
      put (match b.range with None -> "range none\n" | Some r -> range r);
      put ("epsilon " ^ number c.epsilon ^ "\nlow " ^ number c.low ^ "\nhigh " ^ number c.high ^ "\n");
      strategy put "row-strategy" b.row_strategy;
      if b.symmetric then (if b.column_strategy <> [] then raise Differs)
      else strategy put "column-strategy" b.column_strategy;
      payoffs put b;
      put "end\n"

let equals read text =
  let at = ref 0 in
  let put piece =
    let n = String.length piece in
    if !at + n > String.length text then raise Differs;
    for i = 0 to n - 1 do
      if piece.[i] <> text.[!at + i] then raise Differs
    done;
    at := !at + n
  in
  match subject put read with
  | () -> !at = String.length text
  | exception (Differs | Invalid_argument _) -> false

(* Whether evidence of the dimensions is of Coq's types; what it says is then for the check. *)
let is_typed (ex, ey) =
  let spread e =
    List.iter (List.iter (fun (k, q) -> natural k; fraction q)) e.points;
    List.iter natural e.free
  in
  match spread ex; spread ey with () -> true | exception Differs -> false
