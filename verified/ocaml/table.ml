(* Games in .csv and .tsv files, as allnash-check reads them: what the certificate is compared with.
   Trusted where a game is given. *)

module Integer = Z
open Check
open Rejected

let longest_number = 100000
let largest_exponent = 10000

let blank c = c = ' ' || c = '\t' || c = '\r'

let trimmed s =
  let n = String.length s in
  let rec first i = if i < n && blank s.[i] then first (i + 1) else i in
  let rec last i = if i > 0 && blank s.[i - 1] then last (i - 1) else i in
  let a = first 0 and b = last n in
  if a >= b then "" else String.sub s a (b - a)

(* [sign] digits / digits, or [sign] digits [. digits] [e [sign] digits], exactly. *)
let number s =
  let n = String.length s in
  let rec digits i = if i < n && s.[i] >= '0' && s.[i] <= '9' then digits (i + 1) else i in
  let sign i = i < n && (s.[i] = '-' || s.[i] = '+') in
  let part a b = if a = b then Integer.zero else Integer.of_string (String.sub s a (b - a)) in
  let start = if sign 0 then 1 else 0 in
  let signed z = if n > 0 && s.[0] = '-' then Integer.neg z else z in
  let stop = digits start in
  if n > longest_number then None
  else if stop > start && stop < n && s.[stop] = '/' then
    let last = digits (stop + 1) in
    let below = part (stop + 1) last in
    if last = n && last > stop + 1 && Integer.sign below > 0 then
      Some { qnum = signed (part start stop); qden = below }
    else None
  else
    let point = stop < n && s.[stop] = '.' in
    let last = if point then digits (stop + 1) else stop in
    let decimals = if point then last - stop - 1 else 0 in
    let exponent =
      if last < n && (s.[last] = 'e' || s.[last] = 'E') then
        let from = if sign (last + 1) then last + 2 else last + 1 in
        let stop = digits from in
        let size = if stop - from > 0 then Integer.of_string (String.sub s from (stop - from)) else Integer.minus_one in
        if stop = n && Integer.sign size >= 0 && Integer.leq size (Integer.of_int largest_exponent) then
          Some (if s.[last + 1] = '-' then -(Integer.to_int size) else Integer.to_int size)
        else None
      else if last = n then Some 0
      else None
    in
    match exponent with
    | Some e when stop - start + decimals > 0 ->
        let whole = part start stop in
        let fraction = if point then part (stop + 1) last else Integer.zero in
        let top = Integer.add (Integer.mul whole (Integer.pow (Integer.of_int 10) decimals)) fraction in
        let power = e - decimals in
        if power >= 0 then Some { qnum = signed (Integer.mul top (Integer.pow (Integer.of_int 10) power)); qden = Integer.one }
        else Some { qnum = signed top; qden = Integer.pow (Integer.of_int 10) (-power) }
    | _ -> None

(* Written in lowest terms it must be no longer than what certificates hold, so that it can be compared. *)
let too_long (q : q) =
  let long n = Integer.numbits n > 332000 && String.length (Integer.to_string (Integer.abs n)) > longest_number in
  (Integer.numbits q.qnum > 332000 || Integer.numbits q.qden > 332000)
  && (let g = Integer.gcd q.qnum q.qden in
      long (Integer.div q.qnum g) || long (Integer.div q.qden g))

(* A chart in percent; its payoffs are the numbers, from 0 to 100. *)
let without_percent s =
  let n = String.length s in
  if n > 0 && s.[n - 1] = '%' then trimmed (String.sub s 0 (n - 1)) else s

let read name text separator labels =
  let n = String.length text in
  let at = ref (if n >= 3 && String.sub text 0 3 = "\xef\xbb\xbf" then 3 else 0) in
  let fail what =
    let line = ref 1 in
    for i = 0 to min !at n - 1 do if text.[i] = '\n' then incr line done;
    raise (Bad_input (Printf.sprintf "%s:%d: %s" name !line what))
  in
  (* Control characters other than tabs and line ends are refused; a carriage return ends a line. *)
  let at_end i = i >= n || text.[i] = '\n' || text.[i] = '\r' in
  for i = 0 to n - 1 do
    let c = text.[i] in
    if (c < ' ' || c = '\x7f') && c <> '\t' && c <> '\n' && not (c = '\r' && at_end (i + 1)) then begin
      at := i;
      fail "a control character"
    end
  done;
  let until stops =
    let start = !at in
    while !at < n && not (stops text.[!at]) do incr at done;
    String.sub text start (!at - start)
  in
  let ends c = c = separator || c = '\n' in
  (* One field; it may be in quotes, and then hold the separator. *)
  let field () =
    while !at < n && (text.[!at] = ' ' || (text.[!at] = '\t' && separator <> '\t')) do incr at done;
    if !at >= n || text.[!at] <> '"' then trimmed (until ends)
    else begin
      let start = !at in
      let rec quoted () =
        incr at;
        ignore (until (fun c -> c = '"' || c = '\n'));
        if !at >= n || text.[!at] <> '"' then fail "a quote without its end on the line";
        incr at;
        if !at < n && text.[!at] = '"' then quoted ()
      in
      quoted ();
      let inside = String.sub text (start + 1) (!at - start - 2) in
      if trimmed (until ends) <> "" then fail "text after a quote";
      inside
    end
  in
  let seen = Hashtbl.create 1024 in
  let payoff s =
    match Hashtbl.find_opt seen s with
    | Some q -> q
    | None -> (
        match number (if labels then without_percent (trimmed s) else trimmed s) with
        | Some q when too_long q -> fail (Printf.sprintf "'%s' has more than %d digits" (shown s) longest_number)
        | Some q -> if Hashtbl.length seen < 100000 then Hashtbl.add seen s q; q
        | None -> fail ("'" ^ shown s ^ "' is not a number"))
  in
  (* A line without fields: tabs make fields where they separate them. *)
  let between c = blank c && c <> separator in
  let line_is_blank () =
    let rec only_blanks i = i >= n || text.[i] = '\n' || (between text.[i] && only_blanks (i + 1)) in
    only_blanks !at
  in
  let width = ref 0 in
  let rec fields acc =
    let acc = field () :: acc in
    if !at < n && text.[!at] = separator then (incr at; fields acc) else List.rev acc
  in
  let rec rows names acc =
    if line_is_blank () then List.rev acc
    else begin
      let found = fields [] in
      let size = List.length found in
      if !width = 0 then width := size;
      if size <> !width then fail (Printf.sprintf "%d values where line 1 has %d" size !width);
      if size = if labels then 1 else 0 then fail "no payoffs";
      let row =
        if names then None
        else Some (List.rev (List.rev_map payoff (if labels then List.tl found else found)))
      in
      incr at;
      rows false (match row with Some r -> r :: acc | None -> acc)
    end
  in
  let game = rows labels [] in
  while !at < n && (between text.[!at] || text.[!at] = '\n') do incr at done;
  if !at < n then fail "an empty line inside the table";
  if game = [] then fail "no payoffs";
  game
