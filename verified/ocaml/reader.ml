(* Reads the text of a certificate. Nothing here is trusted: what it returns is written out again by
   writer.ml and compared with the file. *)

module Integer = Z
open Check
open Rejected

let largest_shape = 1 lsl 40
let longest_number = 100000

(* What is left of the file, and the number of the line for messages. [stop] is the end of the line
   that is being read. *)
type text = { all : string; mutable at : int; mutable stop : int; mutable line : int; mutable fresh : bool }

let reject text what = raise (Rejected (Printf.sprintf "line %d: %s" text.line what))

let next_line text =
  (* the newline of the line before has been passed *)
  text.line <- text.line + 1;
  text.fresh <- true;
  match String.index_from_opt text.all text.at '\n' with
  | Some stop -> text.stop <- stop
  | None ->
      reject text (if text.at = String.length text.all then "is missing" else "does not end in a newline")

let rest text = String.sub text.all text.at (text.stop - text.at)

let end_line text =
  if text.at < text.stop then reject text ("goes on after its end: '" ^ shown (rest text) ^ "'");
  text.at <- text.stop + 1

(* The bounds of the next field. Fields are separated by one space. *)
let field_bounds text =
  if not text.fresh then begin
    if text.at >= text.stop then reject text "ends too early";
    text.at <- text.at + 1
  end;
  text.fresh <- false;
  let start = text.at in
  let rec find i = if i < text.stop && String.unsafe_get text.all i <> ' ' then find (i + 1) else i in
  text.at <- find start;
  (start, text.at)

let field text =
  let start, stop = field_bounds text in
  String.sub text.all start (stop - start)

let keyword text word =
  let found = field text in
  if found <> word then reject text (Printf.sprintf "'%s' belongs here, not '%s'" word (shown found))

let is_digit c = c >= '0' && c <= '9'

let canonical_digits s =
  let n = String.length s in
  n > 0 && n <= longest_number && (s.[0] <> '0' || n = 1) && (
    let rec all i = i = n || (is_digit (String.unsafe_get s i) && all (i + 1)) in
    all 0)

let count text low high =
  let s = field text in
  let value = if canonical_digits s && String.length s <= 15 then int_of_string s else -1 in
  if value < low || value > high then
    reject text (Printf.sprintf "'%s' is not an integer from %d to %d" (shown s) low high);
  value

(* An integer, or a fraction in lowest terms. *)
let canonical s =
  let negative = s <> "" && s.[0] = '-' in
  let digits = if negative then String.sub s 1 (String.length s - 1) else s in
  match String.index_opt digits '/' with
  | None ->
      if canonical_digits digits && not (negative && digits = "0") then
        Some { qnum = Integer.of_string s; qden = Integer.one }
      else None
  | Some slash ->
      let top = String.sub digits 0 slash in
      let bottom = String.sub digits (slash + 1) (String.length digits - slash - 1) in
      if canonical_digits top && canonical_digits bottom && not (negative && top = "0")
         && bottom <> "0" && bottom <> "1" then
        let p = Integer.of_string top and q = Integer.of_string bottom in
        if Integer.equal (Integer.gcd p q) Integer.one then Some { qnum = (if negative then Integer.neg p else p); qden = q } else None
      else None

let not_a_number text s =
  reject text
    (Printf.sprintf "'%s' is not an integer or a fraction in lowest terms, of at most %d digits" (shown s)
       longest_number)

let number text =
  let s = field text in
  match canonical s with Some q -> q | None -> not_a_number text s

(* Payoffs repeat; each is kept once. *)
let small = Array.init 2001 (fun i -> Some { qnum = Integer.of_int (i - 1000); qden = Integer.one })
let seen : (string, cell) Hashtbl.t = Hashtbl.create 1024

let short_integer all start stop =
  let negative = all.[start] = '-' in
  let first = if negative then start + 1 else start in
  let digits = stop - first in
  if digits < 1 || digits > 3 || (all.[first] = '0' && (digits > 1 || negative)) then None
  else
    let rec value i acc =
      if i = stop then Some (if negative then -acc else acc)
      else
        let c = String.unsafe_get all i in
        if is_digit c then value (i + 1) ((10 * acc) + Char.code c - 48) else None
    in
    value first 0

let payoff text ranged =
  let start, stop = field_bounds text in
  match if stop > start then short_integer text.all start stop else None with
  | Some i -> small.(i + 1000)
  | None ->
      let s = String.sub text.all start (stop - start) in
      if s = "?" && ranged then None
      else
        match Hashtbl.find_opt seen s with
        | Some c -> c
        | None -> (
            match canonical s with
            | None -> not_a_number text s
            | some ->
                if String.length s < 40 && Hashtbl.length seen < 100000 then Hashtbl.add seen s some;
                some)

let strategy text word strategies =
  next_line text;
  keyword text word;
  let size = count text 1 strategies in
  end_line text;
  let rec go t last acc =
    if t = size then List.rev acc
    else begin
      next_line text;
      let index = count text 0 (strategies - 1) in
      if index <= last then reject text "indices do not rise";
      let q = number text in
      if Integer.sign q.qnum <= 0 then reject text "a probability that is not above 0";
      end_line text;
      go (t + 1) index ((Integer.of_int index, q) :: acc)
    end
  in
  go 0 (-1) []

let payoff_lines text word ranged s =
  List.rev
    (List.rev_map
       (fun (k, _) ->
         next_line text;
         keyword text word;
         if field text <> Integer.to_string k then reject text (word ^ " " ^ Integer.to_string k ^ " belongs here");
         let rec go acc = if text.at < text.stop then go (payoff text ranged :: acc) else List.rev acc in
         let line = go [] in
         end_line text;
         line)
       s)

let plain_line text options =
  next_line text;
  let found = rest text in
  if not (List.mem found options) then
    reject text ("'" ^ String.concat "' or '" options ^ "' belongs here");
  text.at <- text.stop;
  end_line text;
  found

let number_line text word =
  next_line text;
  keyword text word;
  let q = number text in
  end_line text;
  q

let range_line text =
  next_line text;
  keyword text "range";
  let low = number text in
  let high = number text in
  end_line text;
  Some (low, high)

(* A list of extreme strategies may stand before the end. It is not looked at, and so the answer says. Ranges, which may
   follow, are not known here and refused. *)
let extremes text =
  let start = text.at in
  let is_list prefix =
    let n = String.length prefix in
    String.length text.all - text.at >= n && String.sub text.all text.at n = prefix
  in
  if is_list "row-vertices " || is_list "column-vertices " then begin
    next_line text;
    while rest text <> "end" && not (is_list "row-ranges " || is_list "column-ranges ") do
      text.at <- text.stop;
      end_line text;
      next_line text
    done;
    text.line <- text.line - 1
  end;
  String.sub text.all start (text.at - start)

let finish text =
  ignore (plain_line text [ "end" ]);
  if text.at < String.length text.all then begin
    text.line <- text.line + 1;
    reject text "follows the end"
  end

(* What a text says, and the text of its list of extreme strategies. *)
let read all =
  let text = { all; at = 0; stop = 0; line = 0; fresh = true } in
  next_line text;
  let name = field text in
  let version = rest text in
  let bounds = name = "allnash-bounds" in
  if not (bounds || name = "allnash-certificate") then
    reject text ("'allnash-certificate' belongs here, not '" ^ shown name ^ "'");
  if not (version = " 1" || (version = " 2" && not bounds)) then
    reject text ("unknown version of the format:" ^ shown version);
  text.at <- text.stop;
  end_line text;
  next_line text;
  keyword text "shape";
  let rows = count text 1 largest_shape in
  let columns = count text 1 largest_shape in
  end_line text;
  let symmetric = plain_line text [ "symmetric no"; "symmetric yes" ] = "symmetric yes" in
  if symmetric && rows <> columns then reject text "the game is not square";
  let range =
    if bounds then begin
      let before = text.at and line = text.line in
      next_line text;
      if rest text = "range none" then (text.at <- text.stop; end_line text; None)
      else (text.at <- before; text.line <- line; range_line text)
    end
    else if version = " 2" then range_line text
    else None
  in
  let first = number_line text (if bounds then "epsilon" else "value") in
  let low = if bounds then number_line text "low" else first in
  let high = if bounds then number_line text "high" else first in
  let row_strategy = strategy text "row-strategy" rows in
  let column_strategy =
    if bounds && symmetric then [] else strategy text "column-strategy" columns
  in
  let ranged = range <> None in
  let row_lines = payoff_lines text "row" ranged row_strategy in
  let column_lines = if symmetric then [] else payoff_lines text "column" ranged column_strategy in
  let list = if bounds then "" else extremes text in
  finish text;
  let body =
    { rows = Integer.of_int rows; columns = Integer.of_int columns; symmetric; range; row_strategy; column_strategy;
      row_lines; column_lines }
  in
  ((if bounds then Between { frame = body; epsilon = first; low; high } else Pair { evidence = body; value = first }), list)
