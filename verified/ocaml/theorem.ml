(* A certificate as a Coq file: the game's value, its supports and all its equilibria as theorems that
   Coq's kernel checks. What is written is checked by Coq and needs no trust. *)

module Integer = Z
open Check

let z n = if Integer.sign n < 0 then "(" ^ Integer.to_string n ^ ")" else Integer.to_string n
let q (x : q) = z x.qnum ^ " # " ^ Integer.to_string x.qden

let list put item l =
  List.iter (fun x -> put (item x); put " :: ") l;
  put "nil"

(* Coq reads a name far quicker than a number, so each number that payoffs share is named once. *)
let names = Hashtbl.create 1000

let name put kind text =
  match Hashtbl.find_opt names text with
  | Some n -> n
  | None ->
      let n = Printf.sprintf "%s%d" kind (Hashtbl.length names) in
      Hashtbl.add names text n;
      put (Printf.sprintf "Local Definition %s := %s.\n" n text);
      n

let cell_text = function Some x -> "Some (" ^ q x ^ ")%Q" | None -> "@None Q"
let number_text x = z x ^ "%Z"
let name_cells put = List.iter (List.iter (fun c -> ignore (name put "c" (cell_text c))))
let name_numbers put = List.iter (List.iter (fun x -> ignore (name put "z" (number_text x))))
let named text = Hashtbl.find names text

let line put cells = put "("; list put (fun c -> named (cell_text c)) cells; put ")"

let lines put l =
  List.iter (fun cells -> put "\n       "; line put cells; put " ::") l;
  put " nil"

(* The probabilities over a common denominator. *)
let strategy put s =
  let d = common s in
  put ("over " ^ Integer.to_string d ^ " (");
  List.iter2
    (fun (k, _) w -> put (Printf.sprintf "(%s%%N, %s%%Z) :: " (Integer.to_string k) (z w)))
    s (weights d s);
  put "nil)"

(* A size as a plain number; a large one is not written in Coq's unary numbers. *)
let size n =
  if Integer.leq n (Integer.of_int 1000) then Integer.to_string n
  else "(N.to_nat " ^ Integer.to_string n ^ "%N)"

let strategies put b =
  put "\nDefinition row_player : strategy := "; strategy put b.row_strategy;
  put ".\nDefinition column_player : strategy := "; strategy put b.column_strategy;
  put ".\n"

let body put b =
  put (Printf.sprintf "{|\n     rows := %s%%N; columns := %s%%N; symmetric := %b;\n" (Integer.to_string b.rows)
         (Integer.to_string b.columns) b.symmetric);
  put (match b.range with
       | None -> "     range := None;\n"
       | Some (l, h) -> Printf.sprintf "     range := Some ((%s)%%Q, (%s)%%Q);\n" (q l) (q h));
  put "     row_strategy := row_player; column_strategy := column_player;\n     row_lines :="; lines put b.row_lines;
  put ";\n     column_lines :="; lines put b.column_lines;
  put " |}"

let spread put title e =
  name_numbers put e.inverse;
  put ("Definition " ^ title ^ " : spread := {|\n  points := ");
  List.iter (fun p -> strategy put p; put " :: ") e.points;
  put "nil;\n  free := (";
  list put Integer.to_string e.free;
  put (")%N;\n  modulus := " ^ Integer.to_string e.modulus ^ "%Z;\n  inverse := (");
  List.iter (fun row -> put "\n    ("; list put (fun x -> named (number_text x)) row; put ") ::") e.inverse;
  put " nil) |}.\n\n"

let game put rows =
  put "Definition game : list (list Q) := (";
  List.iter (fun row -> put "\n  ("; list put (fun x -> "(" ^ q x ^ ")") row; put ") ::") rows;
  put " nil)%Q.\n\n"

let head =
  "From Coq Require Import ZArith QArith List.\n\
   From AllNash Require Import Definitions Check Sound Games Dimensions Exists Theorems.\n\n"

let by_kernel = "Proof. vm_cast_no_check (eq_refl true). Qed.\n\n"

(* The statements about a game that agrees with the certificate, or about the whole game itself. *)
let statements put c known dimensions =
  let about = if known then "(game_of K game)" else "A" in
  let forall = if known then "forall K : OrderedRing,\n  " else
    "forall (K : OrderedRing) (A : nat -> nat -> K), agrees (evidence proof) A ->\n  " in
  let arguments = if known then "K" else "K A H" in
  let state name claim proof =
    put (Printf.sprintf "Theorem %s : %s%s.\nProof. intros %s. %s Qed.\n\n" name forall claim arguments proof) in
  if known then
    put "(** The game has the payoffs that the certificate lists, so nothing is assumed. *)\n\
         Theorem agreed : check_game proof game = true.\n\
         Proof. exact (check_game_from checked (eq_refl true <: compare (evidence proof) game = true)). Qed.\n\n";
  state "everything" ("claim proof " ^ about)
    (if known then "exact (check_game_sound K agreed)." else "exact (check_sound checked H).");
  let shape = size c.evidence.rows ^ " " ^ size c.evidence.columns ^ " " ^ about in
  let use = if known then "(everything K)" else "(everything K A H)" in
  state "the_value" (Printf.sprintf "is_value %s (of_Q K the_number)" shape) ("exact (claim_value " ^ use ^ ").");
  state "all_the_equilibria"
    (Printf.sprintf
       "forall x y, nash %s x y\n  <-> row_set %s row_player column_player (of_Q K the_number) x\n\
       \      /\\ column_set %s row_player column_player (of_Q K the_number) y" shape shape shape)
    ("exact (claim_equilibria " ^ use ^ ").");
  let plays player i bound profile =
    Printf.sprintf "(forall %s, (%s < %s)%%nat -> (plays %s %s <-> exists x y, nash %s x y /\\ klt (zero K) (%s %s)))"
      i i bound player i shape profile i in
  state "the_supports"
    (plays "row_player" "i" (size c.evidence.rows) "x" ^ "\n  /\\ "
     ^ plays "column_player" "j" (size c.evidence.columns) "y")
    ("exact (claim_supports " ^ use ^ ").");
  match dimensions with
  | None -> ()
  | Some (ex, ey) ->
      let d = List.length ex.points and e = List.length ey.points in
      let agree = if known then "(check_game_agrees K agreed)" else "H" in
      state "dimensions" (Printf.sprintf "claim_dimensions proof %s %d %d" about d e)
        ("exact (check_dimensions_sound spread_checked " ^ agree ^ ").");
      if d = 0 && e = 0 then
        state "one_equilibrium" ("claim_unique proof " ^ about)
          ("exact (dimensions_0_unique checked " ^ agree ^ " (dimensions "
           ^ (if known then "K" else "K A H") ^ ")).")

let certificate put c known dimensions =
  put ("(** The value, the supports and all equilibria of a game; written by allnash-check-verified --coq,\n\
       \    proved by Coq. *)\n\n" ^ head);
  name_cells put c.evidence.row_lines;
  name_cells put c.evidence.column_lines;
  strategies put c.evidence;
  put ("Definition the_number : Q := (" ^ q c.value ^ ")%Q.\n\n");
  put "Definition proof : certificate := {|\n  evidence := ";
  body put c.evidence;
  put ";\n  value := the_number |}.\n\n";
  (match dimensions with
   | None -> put ("Theorem checked : check proof = true.\n" ^ by_kernel)
   | Some (ex, ey) ->
       spread put "row_spread" ex;
       spread put "column_spread" ey;
       put ("Theorem spread_checked : check_dimensions proof row_spread column_spread = true.\n" ^ by_kernel);
       put "Theorem checked : check proof = true.\nProof. exact (check_dimensions_check spread_checked). Qed.\n\n");
  Option.iter (game put) known;
  statements put c (known <> None) dimensions

let bounds put c known =
  put ("(** Bounds on the value of a game; written by allnash-check-verified --coq, proved by Coq. *)\n\n" ^ head);
  name_cells put c.frame.row_lines;
  name_cells put c.frame.column_lines;
  strategies put c.frame;
  put "\nDefinition proof : bounds := {|\n  frame := ";
  body put c.frame;
  put (Printf.sprintf ";\n  epsilon := (%s)%%Q; low := (%s)%%Q; high := (%s)%%Q |}.\n\n" (q c.epsilon) (q c.low) (q c.high));
  match known with
  | None ->
      put ("Theorem checked : check_bounds proof = true.\n" ^ by_kernel);
      put "Theorem the_bounds : forall (K : OrderedRing) (A : nat -> nat -> K), agrees (frame proof) A ->\n\
          \  claim_bounds proof A.\nProof. intros K A H. exact (check_bounds_sound checked H). Qed.\n"
  | Some g ->
      game put g;
      put ("Theorem checked : check_bounds_game proof game = true.\n" ^ by_kernel);
      put "Theorem the_bounds : forall K : OrderedRing, claim_bounds proof (game_of K game).\n\
           Proof. intros K. exact (proj1 (check_bounds_game_sound K checked)). Qed.\n"
