(* allnash-check-verified CERTIFICATE [GAME] [--labels] [--no-dimensions] [--coq]

   Trusted to hand over the bytes of the files that it was given, and to print what answer.ml says. *)

open Rejected

let help =
  "Usage: allnash-check-verified CERTIFICATE [GAME] [--labels] [--no-dimensions] [--coq]\n\n\
   Verifies an exact certificate of allnash, or bounds, by a check that is proved in\n\
   Coq. With GAME, a .csv or .tsv file, also compares every payoff in the certificate\n\
   with it. Prints 'verified' and what kind, or 'rejected: REASON'.\n\n\
  \  --labels         the first line and the first column of GAME are names\n\
  \  --no-dimensions  leave out the dimensions of the optimal sets, and whether there is\n\
  \                   one equilibrium, which take longest in some games\n\
  \  --coq            write the certificate as a Coq file with its theorems instead\n\
  \  --help           this text\n\
  \  --version        the version\n\n\
   Exit codes: 0 verified, 1 rejected, 2 bad usage or an unreadable file, 3 verified but\n\
   for its list of extreme strategies, which allnash-check verifies, 5 out of memory.\n"

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

(* Certificates that rest on plays are for allnash-check. *)
let refuse_chance name text =
  let line = match String.index_opt text '\n' with Some stop -> String.sub text 0 stop | None -> text in
  match String.split_on_char ' ' line with
  | "allnash-confidence" :: _ ->
      raise (Bad_input (name ^ ": a certificate of a game of chance, which allnash-check verifies and this program does not"))
  | _ -> ()

let print_theorem answer known =
  match answer.Answer.subject with
  | Check.Between c -> Theorem.bounds print_string c known
  | Check.Pair c ->
      (* A file with evidence that does not hold would not compile. *)
      let holds (ex, ey) = Check.check_dimensions c ex ey in
      Theorem.certificate print_string c known (Option.bind (Answer.evidence c) (fun e -> if holds e then Some e else None))

let run arguments =
  let files = ref [] and labels = ref false and coq = ref false and dimensions = ref true and options = ref true in
  let take argument =
    if (not !options) || argument = "" || argument.[0] <> '-' then files := argument :: !files
    else
      match argument with
      | "--help" | "-h" -> print_string help; exit 0
      | "--version" -> print_endline ("allnash-check-verified " ^ Version.number); exit 0
      | "--labels" -> labels := true
      | "--coq" -> coq := true
      | "--no-dimensions" -> dimensions := false
      | "--" -> options := false
      | _ -> raise (Bad_input ("unknown option '" ^ shown argument ^ "'; see --help"))
  in
  List.iter take arguments;
  let certificate, game =
    match List.rev !files with
    | [ c ] -> if !labels then raise (Bad_input "--labels without a GAME"); (c, None)
    | [ c; g ] -> (c, Some g)
    | _ -> raise (Bad_input "usage: allnash-check-verified CERTIFICATE [GAME] [--labels] [--no-dimensions] [--coq]")
  in
  let text = contents certificate in
  refuse_chance certificate text;
  let known = Option.map (fun g -> game_in g !labels) game in
  match Answer.of_text ~dimensions:(!dimensions && not !coq) text known with
  | answer when !coq -> print_theorem answer known; 0
  | { words; whole = true; _ } -> print_endline ("verified: " ^ words); 0
  | { words; whole = false; _ } ->
      print_endline ("verified in part: " ^ words ^ "; its list of extreme strategies was not looked at"); 3
  | exception Rejected why -> (if !coq then prerr_endline else print_endline) ("rejected: " ^ why); 1

let () =
  let say code words = prerr_endline ("allnash-check-verified: " ^ words); exit code in
  match run (List.tl (Array.to_list Sys.argv)) with
  | code -> exit code
  | exception Bad_input what -> say 2 what
  | exception Sys_error what -> say 2 what
  | exception Stack_overflow -> say 5 "out of stack"
  | exception Out_of_memory -> say 5 "out of memory"
