(** The value, the supports and all equilibria of a game; written by allnash-check-verified --coq,
    proved by Coq. *)

From Coq Require Import ZArith QArith List.
From AllNash Require Import Definitions Check Sound Games Dimensions Exists Theorems.

Local Definition c0 := Some (0 # 1)%Q.
Local Definition c1 := Some ((-1) # 1)%Q.
Local Definition c2 := Some (1 # 1)%Q.

Definition row_player : strategy := over 3 ((0%N, 1%Z) :: (1%N, 1%Z) :: (2%N, 1%Z) :: nil).
Definition column_player : strategy := over 3 ((0%N, 1%Z) :: (1%N, 1%Z) :: (2%N, 1%Z) :: nil).
Definition the_number : Q := (0 # 1)%Q.

Definition proof : certificate := {|
  evidence := {|
     rows := 3%N; columns := 3%N; symmetric := false;
     range := None;
     row_strategy := row_player; column_strategy := column_player;
     row_lines :=
       (c0 :: c1 :: c2 :: nil) ::
       (c2 :: c0 :: c1 :: nil) ::
       (c1 :: c2 :: c0 :: nil) :: nil;
     column_lines :=
       (nil) ::
       (nil) ::
       (nil) :: nil |};
  value := the_number |}.

Local Definition z3 := 170%Z.
Local Definition z4 := 339%Z.
Local Definition z5 := 340%Z.
Local Definition z6 := 169%Z.
Local Definition z7 := 0%Z.
Definition row_spread : spread := {|
  points := nil;
  free := (nil)%N;
  modulus := 509%Z;
  inverse := (
    (z3 :: z3 :: z3 :: nil) ::
    (z4 :: z5 :: z4 :: nil) ::
    (z6 :: z3 :: z3 :: nil) ::
    (z7 :: z7 :: z7 :: nil) :: nil) |}.

Definition column_spread : spread := {|
  points := nil;
  free := (nil)%N;
  modulus := 509%Z;
  inverse := (
    (z3 :: z3 :: z3 :: nil) ::
    (z3 :: z6 :: z3 :: nil) ::
    (z5 :: z4 :: z4 :: nil) ::
    (z7 :: z7 :: z7 :: nil) :: nil) |}.

Theorem spread_checked : check_dimensions proof row_spread column_spread = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem checked : check proof = true.
Proof. exact (check_dimensions_check spread_checked). Qed.

Definition game : list (list Q) := (
  ((0 # 1) :: ((-1) # 1) :: (1 # 1) :: nil) ::
  ((1 # 1) :: (0 # 1) :: ((-1) # 1) :: nil) ::
  (((-1) # 1) :: (1 # 1) :: (0 # 1) :: nil) :: nil)%Q.

(** The game has the payoffs that the certificate lists, so nothing is assumed. *)
Theorem agreed : check_game proof game = true.
Proof. exact (check_game_from checked (eq_refl true <: compare (evidence proof) game = true)). Qed.

Theorem everything : forall K : OrderedRing,
  claim proof (game_of K game).
Proof. intros K. exact (check_game_sound K agreed). Qed.

Theorem the_value : forall K : OrderedRing,
  is_value 3 3 (game_of K game) (of_Q K the_number).
Proof. intros K. exact (claim_value (everything K)). Qed.

Theorem all_the_equilibria : forall K : OrderedRing,
  forall x y, nash 3 3 (game_of K game) x y
  <-> row_set 3 3 (game_of K game) row_player column_player (of_Q K the_number) x
      /\ column_set 3 3 (game_of K game) row_player column_player (of_Q K the_number) y.
Proof. intros K. exact (claim_equilibria (everything K)). Qed.

Theorem the_supports : forall K : OrderedRing,
  (forall i, (i < 3)%nat -> (plays row_player i <-> exists x y, nash 3 3 (game_of K game) x y /\ klt (zero K) (x i)))
  /\ (forall j, (j < 3)%nat -> (plays column_player j <-> exists x y, nash 3 3 (game_of K game) x y /\ klt (zero K) (y j))).
Proof. intros K. exact (claim_supports (everything K)). Qed.

Theorem dimensions : forall K : OrderedRing,
  claim_dimensions proof (game_of K game) 0 0.
Proof. intros K. exact (check_dimensions_sound spread_checked (check_game_agrees K agreed)). Qed.

Theorem one_equilibrium : forall K : OrderedRing,
  claim_unique proof (game_of K game).
Proof. intros K. exact (dimensions_0_unique checked (check_game_agrees K agreed) (dimensions K)). Qed.

