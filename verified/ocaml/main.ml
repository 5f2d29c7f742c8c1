(* allnash-check-verified CERTIFICATE [GAME] [--labels] *)

open Rejected

let help =
  "Usage: allnash-check-verified CERTIFICATE [GAME] [--labels]\n\n\
   Verifies an exact certificate of allnash, or bounds, by a check that is proved in\n\
   Coq. With GAME, a .csv or .tsv file, also compares every payoff in the certificate\n\
   with it. Prints 'verified' and what kind, or 'rejected: REASON'.\n\n\
  \  --labels   the first line and the first column of GAME are names\n\
  \  --help     this text\n\n\
   Exit codes: 0 verified, 1 rejected, 2 bad usage or an unreadable file.\n"

let contents name =
  match open_in_bin name with
  | exception Sys_error _ -> raise (Bad_input (name ^ ": cannot be read"))
  | file -> (
      let buffer = Buffer.create 65536 in
      let block = Bytes.create 65536 in
      let rec go () =
        match input file block 0 65536 with
        | 0 -> ()
        | n -> Buffer.add_subbytes buffer block 0 n; go ()
      in
      match go () with
      | () -> close_in file; Buffer.contents buffer
      | exception Sys_error _ -> raise (Bad_input (name ^ ": cannot be read")))

let ends_in ending name =
  Filename.check_suffix (String.lowercase_ascii name) ending

let game_in name labels =
  let separator =
    if ends_in ".csv" name then ','
    else if ends_in ".tsv" name then '\t'
    else raise (Bad_input (name ^ ": only .csv and .tsv games are read here"))
  in
  Table.read name (contents name) separator labels

let kind = function
  | Reader.Exact c ->
      let b = c.Check.evidence in
      (if b.Check.symmetric then "symmetric game, " else "")
      ^ "value and supports of all equilibria"
      ^ if b.Check.range = None then "" else ", whatever the unread payoffs in the range are"
  | Reader.Bounds c ->
      (if c.Check.frame.Check.symmetric then "symmetric game, " else "") ^ "bounds on the value"

let starts_with prefix s =
  String.length s >= String.length prefix && String.sub s 0 (String.length prefix) = prefix

let run arguments =
  let files = ref [] and labels = ref false and options = ref true in
  let take argument =
    if (not !options) || argument = "" || argument.[0] <> '-' then files := argument :: !files
    else
      match argument with
      | "--help" | "-h" -> print_string help; exit 0
      | "--labels" -> labels := true
      | "--" -> options := false
      | _ -> raise (Bad_input ("unknown option '" ^ shown argument ^ "'; see --help"))
  in
  List.iter take arguments;
  let certificate, game =
    match List.rev !files with
    | [ c ] -> if !labels then raise (Bad_input "--labels without a GAME"); (c, None)
    | [ c; g ] -> (c, Some g)
    | _ -> raise (Bad_input "usage: allnash-check-verified CERTIFICATE [GAME] [--labels]")
  in
  let text = contents certificate in
  if starts_with "allnash-confidence" text then
    raise (Bad_input (certificate ^ ": a certificate of a game of chance, which allnash-check verifies and this program does not"));
  match Verdict.of_text text (Option.map (fun g -> game_in g !labels) game) with
  | Ok read -> print_endline ("verified: " ^ kind read); 0
  | Error why -> print_endline ("rejected: " ^ why); 1

let () =
  let say code words = prerr_endline ("allnash-check-verified: " ^ words); exit code in
  match run (List.tl (Array.to_list Sys.argv)) with
  | code -> exit code
  | exception Bad_input what -> say 2 what
  | exception Sys_error what -> say 2 what
  | exception Stack_overflow -> say 5 "out of stack"
  | exception Out_of_memory -> say 5 "out of memory"
