(* The text of a certificate, as docs/certificate_format.md says it: trusted, and short. [equals]
   is true when what was read says exactly what the file says. *)

module Integer = Z
open Check

let number q =
  if Integer.equal q.qden Integer.one then Integer.to_string q.qnum else Integer.to_string q.qnum ^ "/" ^ Integer.to_string q.qden

let cell = function Some q -> number q | None -> "?"

let strategy put word s =
  put (word ^ " " ^ string_of_int (List.length s) ^ "\n");
  List.iter (fun (k, q) -> put (Integer.to_string k ^ " " ^ number q ^ "\n")) s

let line put word (k, _) cells =
  put (word ^ " " ^ Integer.to_string k);
  List.iter (fun c -> put " "; put (cell c)) cells;
  put "\n"

let shape put b =
  put ("shape " ^ Integer.to_string b.rows ^ " " ^ Integer.to_string b.columns ^ "\n");
  put (if b.symmetric then "symmetric yes\n" else "symmetric no\n")

let payoffs put b list =
  List.iter2 (line put "row") b.row_strategy b.row_lines;
  if not b.symmetric then List.iter2 (line put "column") b.column_strategy b.column_lines;
  put list;
  put "end\n"

let range (low, high) = "range " ^ number low ^ " " ^ number high ^ "\n"

(* [list] is the text of a list of extreme strategies, of which nothing is claimed. *)
let certificate put (c, list) =
  let b = c.evidence in
  put (if b.range = None then "allnash-certificate 1\n" else "allnash-certificate 2\n");
  shape put b;
  Option.iter (fun r -> put (range r)) b.range;
  put ("value " ^ number c.value ^ "\n");
  strategy put "row-strategy" b.row_strategy;
  strategy put "column-strategy" b.column_strategy;
  payoffs put b list

let bounds put c =
  let b = c.frame in
  put "allnash-bounds 1\n";
  shape put b;
  put (match b.range with None -> "range none\n" | Some r -> range r);
  put ("epsilon " ^ number c.epsilon ^ "\nlow " ^ number c.low ^ "\nhigh " ^ number c.high ^ "\n");
  strategy put "row-strategy" b.row_strategy;
  if not b.symmetric then strategy put "column-strategy" b.column_strategy;
  payoffs put b ""

exception Differs

let equals write read text =
  let at = ref 0 in
  let put piece =
    let n = String.length piece in
    if !at + n > String.length text then raise Differs;
    for i = 0 to n - 1 do
      if piece.[i] <> text.[!at + i] then raise Differs
    done;
    at := !at + n
  in
  match write put read with
  | () -> !at = String.length text
  | exception (Differs | Invalid_argument _) -> false
