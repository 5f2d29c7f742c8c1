(* Reads certificates from standard input, each after a line with its length, and prints what
   allnash-check-verified says of each. *)

let () =
  set_binary_mode_in stdin true;
  try
    while true do
      let size = int_of_string (input_line stdin) in
      let text = really_input_string stdin size in
      let words =
        match Verdict.of_text text None with
        | Ok (Reader.Exact (_, list)) when list <> "" -> "verified in part"
        | Ok _ -> "verified"
        | Error why -> "rejected: " ^ why
      in
      print_endline words
    done
  with End_of_file -> ()
