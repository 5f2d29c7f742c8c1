(* The answer: trusted. [decide] is the check that is proved; what it finds is put into words here and nowhere else. The
   reader, the reasons and whoever looks for evidence of the dimensions are not trusted: whatever they return, nothing false
   is called verified. *)

module Integer = Z
open Check

type answer = {
  subject : subject;
  words : string;
  whole : bool;  (* nothing in the certificate was left out *)
}

(* Evidence of the dimensions, or nothing; that it was looked for may fail in any way. *)
let evidence c =
  match Evidence.of_certificate c with
  | Some found when Writer.is_typed found -> Some found
  | _ -> None
  | exception (Rejected.Rejected _ | Failure _ | Invalid_argument _ | Not_found | Division_by_zero | Stack_overflow) -> None

let sets = function
  | None -> ""
  | Some (d, e) when Integer.equal d Integer.zero && Integer.equal e Integer.zero -> ", one equilibrium"
  | Some (d, e) -> ", optimal sets of dimensions " ^ Integer.to_string d ^ " and " ^ Integer.to_string e

let whatever_is_unread b = if b.range = None then "" else " whatever the unread payoffs are"

(* [game] is what table.ml read, where there is one. Raises Rejected. *)
let of_text ~dimensions text game =
  let subject, list = Reader.read text in
  if not (Writer.equals (subject, list) text) then
    raise (Rejected.Rejected "the text is not the one that its contents are written as");
  Reasons.limits subject;
  let words =
    match decide subject game (if dimensions then evidence else fun _ -> None), subject with
    | Equilibria d, Pair c -> "value and supports of all equilibria" ^ whatever_is_unread c.evidence ^ sets d
    | Bounded, Between _ -> "bounds on the value"
    | _ -> raise (Rejected.Rejected (Reasons.why subject game))
  in
  { subject; words; whole = (list = "") }
