(* A certificate as a Coq file: the game's value, its supports and all its equilibria as theorems that
   Coq's kernel checks. What is written is checked by Coq and needs no trust. *)

module Integer = Z
open Check

let z n = if Integer.sign n < 0 then "(" ^ Integer.to_string n ^ ")" else Integer.to_string n
let q (x : q) = z x.qnum ^ " # " ^ Integer.to_string x.qden

let list put item l =
  List.iter (fun x -> put (item x); put " :: ") l;
  put "nil"

let is_whole = function Some (x : q) -> Integer.equal x.qden Integer.one | None -> false

(* A line of whole numbers is short to write and quick to read. *)
let line put cells =
  if List.for_all is_whole cells then begin
    put "whole_line (";
    list put (function Some (x : q) -> z x.qnum | None -> assert false) cells;
    put ")%Z"
  end
  else begin
    put "(";
    list put (function Some x -> "Some (" ^ q x ^ ")" | None -> "None") cells;
    put ")%Q"
  end

let lines put l =
  List.iter (fun cells -> put "\n       "; line put cells; put " ::") l;
  put " nil"

let strategy put s =
  put "(";
  List.iter (fun (k, x) -> put (Printf.sprintf "(%s%%N, %s) :: " (Integer.to_string k) (q x))) s;
  put "nil)%Q"

let body put b =
  put (Printf.sprintf "{|\n     rows := %s%%N; columns := %s%%N; symmetric := %b;\n" (Integer.to_string b.rows)
         (Integer.to_string b.columns) b.symmetric);
  put (match b.range with
       | None -> "     range := None;\n"
       | Some (l, h) -> Printf.sprintf "     range := Some ((%s)%%Q, (%s)%%Q);\n" (q l) (q h));
  put "     row_strategy := "; strategy put b.row_strategy;
  put ";\n     column_strategy := "; strategy put b.column_strategy;
  put ";\n     row_lines :="; lines put b.row_lines;
  put ";\n     column_lines :="; lines put b.column_lines;
  put " |}"

let spread put name e =
  put ("Definition " ^ name ^ " : spread := {|\n  points := ");
  List.iter (fun p -> strategy put p; put " :: ") e.points;
  put "nil;\n  free := (";
  list put Integer.to_string e.free;
  put (")%N;\n  modulus := " ^ Integer.to_string e.modulus ^ "%Z;\n  inverse := (");
  List.iter (fun row -> put "\n    ("; list put Integer.to_string row; put ") ::") e.inverse;
  put " nil)%Z |}.\n\n"

let game put rows =
  put "Definition game : list (list Q) := (";
  List.iter (fun row -> put "\n  ("; list put (fun x -> "(" ^ q x ^ ")") row; put ") ::") rows;
  put " nil)%Q.\n\n"

let head =
  "From Coq Require Import ZArith QArith List.\n\
   From AllNash Require Import Definitions Check Sound Games Dimensions Exists Theorems.\n\n"

let by_kernel = "Proof. vm_cast_no_check (eq_refl true). Qed.\n\n"

(* The statements about a game that agrees with the certificate, or about the whole game itself. *)
let statements put known dimensions =
  let about = if known then "(game_of K game)" else "A" in
  let forall = if known then "forall K : OrderedRing, " else
    "forall (K : OrderedRing) (A : nat -> nat -> K), agrees (evidence proof) A ->\n  " in
  let arguments = if known then "K" else "K A H" in
  let state name claim proof =
    put (Printf.sprintf "Theorem %s : %s%s.\nProof. intros %s. %s Qed.\n\n" name forall claim arguments proof) in
  if known then
    put ("(** The game has the payoffs that the certificate lists, so nothing is assumed. *)\n\
          Theorem agreed : check_game proof game = true.\n" ^ by_kernel);
  state "everything" ("claim proof " ^ about)
    (if known then "exact (check_game_sound (K := K) agreed)." else "exact (check_sound checked H).");
  let n = "(N.to_nat (rows (evidence proof)))" and m = "(N.to_nat (columns (evidence proof)))" in
  let use = if known then "(everything K)" else "(everything K A H)" in
  state "the_value" (Printf.sprintf "is_value %s %s %s (of_Q K (value proof))" n m about)
    ("exact (claim_value " ^ use ^ ").");
  state "all_the_equilibria"
    (Printf.sprintf
       "forall x y,\n  nash %s %s %s x y\n  <-> row_set %s %s %s (row_strategy (evidence proof)) (column_strategy (evidence proof)) (of_Q K (value proof)) x\n\
       \      /\\ column_set %s %s %s (row_strategy (evidence proof)) (column_strategy (evidence proof)) (of_Q K (value proof)) y"
       n m about n m about n m about)
    ("exact (claim_equilibria " ^ use ^ ").");
  state "the_supports"
    (Printf.sprintf
       "(forall i, (i < %s)%%nat -> (plays (row_strategy (evidence proof)) i <-> exists x y, nash %s %s %s x y /\\ klt (zero K) (x i)))\n\
       \  /\\ (forall j, (j < %s)%%nat -> (plays (column_strategy (evidence proof)) j <-> exists x y, nash %s %s %s x y /\\ klt (zero K) (y j)))"
       n n m about m n m about)
    ("exact (claim_supports " ^ use ^ ").");
  match dimensions with
  | None -> ()
  | Some (ex, ey) ->
      spread put "row_spread" ex;
      spread put "column_spread" ey;
      put ("Theorem spread_checked : check_dimensions proof row_spread column_spread = true.\n" ^ by_kernel);
      let d = List.length ex.points and e = List.length ey.points in
      let agree = if known then "(check_game_agrees K agreed)" else "H" in
      state "dimensions" (Printf.sprintf "claim_dimensions proof %s %d %d" about d e)
        ("exact (check_dimensions_sound spread_checked " ^ agree ^ ").");
      if d = 0 && e = 0 then
        state "one_equilibrium" ("claim_unique proof " ^ about)
          ("exact (dimensions_0_unique checked " ^ agree ^ " (dimensions "
           ^ (if known then "K" else "H") ^ ")).")

let certificate put c known dimensions =
  put ("(** The value, the supports and all equilibria of a game; written by allnash-check-verified --coq,\n\
       \    proved by Coq. *)\n\n" ^ head);
  put "Definition proof : certificate := {|\n  evidence := ";
  body put c.evidence;
  put (";\n  value := (" ^ q c.value ^ ")%Q |}.\n\n");
  put ("Theorem checked : check proof = true.\n" ^ by_kernel);
  Option.iter (game put) known;
  statements put (known <> None) dimensions

let bounds put c known =
  put ("(** Bounds on the value of a game; written by allnash-check-verified --coq, proved by Coq. *)\n\n" ^ head);
  put "Definition proof : bounds := {|\n  frame := ";
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
           Proof. intros K. exact (proj1 (check_bounds_game_sound (K := K) checked)). Qed.\n"
