(* allnash-check-verified CERTIFICATE [GAME] [--labels] [--coq] *)

open Rejected

let help =
  "Usage: allnash-check-verified CERTIFICATE [GAME] [--labels] [--coq]\n\n\
   Verifies an exact certificate of allnash, or bounds, by a check that is proved in\n\
   Coq. With GAME, a .csv or .tsv file, also compares every payoff in the certificate\n\
   with it. Prints 'verified' and what kind, or 'rejected: REASON'.\n\n\
  \  --labels   the first line and the first column of GAME are names\n\
  \  --coq      write the certificate as a Coq file with its theorems instead\n\
  \  --help     this text\n\
  \  --version  the version\n\n\
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

(* What the two sets are like, where that is proved too. *)
let dimensions c =
  match Evidence.of_certificate c with
  | None -> ""
  | Some (ex, ey) -> (
      match (List.length ex.Check.points, List.length ey.Check.points) with
      | 0, 0 -> ", one equilibrium"
      | d, e -> Printf.sprintf ", optimal sets of dimensions %d and %d" d e)

let kind = function
  | Reader.Exact (c, list) ->
      "value and supports of all equilibria"
      ^ (if c.Check.evidence.Check.range = None then "" else " whatever the unread payoffs are")
      ^ dimensions c
      ^ (if list = "" then "" else "; its list of extreme strategies was not looked at")
  | Reader.Bounds _ -> "bounds on the value"

let starts_with prefix s =
  String.length s >= String.length prefix && String.sub s 0 (String.length prefix) = prefix

let run arguments =
  let files = ref [] and labels = ref false and coq = ref false and options = ref true in
  let take argument =
    if (not !options) || argument = "" || argument.[0] <> '-' then files := argument :: !files
    else
      match argument with
      | "--help" | "-h" -> print_string help; exit 0
      | "--version" -> print_endline ("allnash-check-verified " ^ Version.number); exit 0
      | "--labels" -> labels := true
      | "--coq" -> coq := true
      | "--" -> options := false
      | _ -> raise (Bad_input ("unknown option '" ^ shown argument ^ "'; see --help"))
  in
  List.iter take arguments;
  let certificate, game =
    match List.rev !files with
    | [ c ] -> if !labels then raise (Bad_input "--labels without a GAME"); (c, None)
    | [ c; g ] -> (c, Some g)
    | _ -> raise (Bad_input "usage: allnash-check-verified CERTIFICATE [GAME] [--labels] [--coq]")
  in
  let text = contents certificate in
  if starts_with "allnash-confidence" text then
    raise (Bad_input (certificate ^ ": a certificate of a game of chance, which allnash-check verifies and this program does not"));
  let known = Option.map (fun g -> game_in g !labels) game in
  match Verdict.of_text text known with
  | Ok (Reader.Exact (c, _)) when !coq -> Theorem.certificate print_string c known (Evidence.of_certificate c); 0
  | Ok (Reader.Bounds c) when !coq -> Theorem.bounds print_string c known; 0
  | Error why when !coq -> prerr_endline ("rejected: " ^ why); 1
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
