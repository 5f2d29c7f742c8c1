(* The certificate does not hold. *)
exception Rejected of string

(* The command line or the game cannot be used. *)
exception Bad_input of string

(* Text from a file as it may be shown in a message. *)
let shown text =
  let start = if String.length text > 40 then String.sub text 0 40 else text in
  let visible = String.map (fun c -> if c < ' ' || c > '~' then '?' else c) start in
  if String.length text > 40 then visible ^ "..." else visible
