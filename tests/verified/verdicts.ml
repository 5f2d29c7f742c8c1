(* Reads certificates from standard input and prints what allnash-check-verified says of each. Before each stand its length and
   that of a game, "-" for none, and after them the game's file name and whether it has labels. *)

let separator name = if Filename.check_suffix (String.lowercase_ascii name) ".tsv" then '\t' else ','

let say text game =
  match Option.map (fun read -> read ()) game with
  | exception Rejected.Bad_input why -> "refused: " ^ why
  | game -> (
      match Answer.of_text ~dimensions:false text game with
      | { whole = false; _ } -> "verified in part"
      | _ -> "verified"
      | exception Rejected.Rejected why -> "rejected: " ^ why)

let () =
  set_binary_mode_in stdin true;
  let text_of length = really_input_string stdin (int_of_string length) in
  try
    while true do
      print_endline
        (match String.split_on_char ' ' (input_line stdin) with
         | [ length; "-" ] -> say (text_of length) None
         | [ length; game_length; name; labels ] ->
             let text = text_of length in
             let game = text_of game_length in
             say text (Some (fun () -> Table.read name game (separator name) (labels = "1")))
         | _ -> failwith "no head")
    done
  with End_of_file -> ()
