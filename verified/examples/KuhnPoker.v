(** The value, the supports and all equilibria of a game; written by allnash-check-verified --coq,
    proved by Coq. *)

From Coq Require Import ZArith QArith List.
From AllNash Require Import Definitions Check Sound Games Dimensions Exists Theorems.

Local Definition c0 := Some (0 # 1)%Q.
Local Definition c1 := Some ((-1) # 6)%Q.
Local Definition c2 := Some (1 # 6)%Q.
Local Definition c3 := Some ((-1) # 3)%Q.
Local Definition c4 := Some ((-1) # 2)%Q.
Local Definition c5 := Some (1 # 3)%Q.

Definition row_player : strategy := over 204 ((0%N, 68%Z) :: (1%N, 42%Z) :: (2%N, 69%Z) :: (3%N, 6%Z) :: (4%N, 4%Z) :: (5%N, 3%Z) :: (6%N, 6%Z) :: (7%N, 6%Z) :: nil).
Definition column_player : strategy := over 6 ((0%N, 3%Z) :: (1%N, 1%Z) :: (2%N, 1%Z) :: (3%N, 1%Z) :: nil).
Definition the_number : Q := ((-1) # 18)%Q.

Definition proof : certificate := {|
  evidence := {|
     rows := 8%N; columns := 4%N; symmetric := false;
     range := None;
     row_strategy := row_player; column_strategy := column_player;
     row_lines :=
       (c0 :: c0 :: c1 :: c1 :: nil) ::
       (c0 :: c2 :: c3 :: c1 :: nil) ::
       (c1 :: c1 :: c2 :: c2 :: nil) ::
       (c1 :: c0 :: c0 :: c2 :: nil) ::
       (c2 :: c3 :: c0 :: c4 :: nil) ::
       (c2 :: c1 :: c1 :: c4 :: nil) ::
       (c0 :: c4 :: c5 :: c1 :: nil) ::
       (c0 :: c3 :: c2 :: c1 :: nil) :: nil;
     column_lines :=
       (nil) ::
       (nil) ::
       (nil) ::
       (nil) :: nil |};
  value := the_number |}.

Local Definition z6 := 85%Z.
Local Definition z7 := 0%Z.
Local Definition z8 := 2%Z.
Local Definition z9 := 508%Z.
Local Definition z10 := 1%Z.
Definition row_spread : spread := {|
  points := over 816 ((0%N, 425%Z) :: (1%N, 15%Z) :: (2%N, 123%Z) :: (3%N, 177%Z) :: (4%N, 16%Z) :: (5%N, 12%Z) :: (6%N, 24%Z) :: (7%N, 24%Z) :: nil) :: over 3264 ((0%N, 323%Z) :: (1%N, 1131%Z) :: (2%N, 1257%Z) :: (3%N, 96%Z) :: (4%N, 217%Z) :: (5%N, 48%Z) :: (6%N, 96%Z) :: (7%N, 96%Z) :: nil) :: over 3264 ((0%N, 476%Z) :: (1%N, 978%Z) :: (2%N, 1257%Z) :: (3%N, 96%Z) :: (4%N, 64%Z) :: (5%N, 201%Z) :: (6%N, 96%Z) :: (7%N, 96%Z) :: nil) :: over 3264 ((0%N, 476%Z) :: (1%N, 1131%Z) :: (2%N, 1104%Z) :: (3%N, 96%Z) :: (4%N, 64%Z) :: (5%N, 48%Z) :: (6%N, 249%Z) :: (7%N, 96%Z) :: nil) :: over 1632 ((0%N, 85%Z) :: (1%N, 642%Z) :: (2%N, 552%Z) :: (3%N, 48%Z) :: (4%N, 32%Z) :: (5%N, 24%Z) :: (6%N, 48%Z) :: (7%N, 201%Z) :: nil) :: nil;
  free := (3 :: 4 :: 5 :: 6 :: 7 :: nil)%N;
  modulus := 509%Z;
  inverse := (
    (z6 :: z7 :: z7 :: nil) ::
    (z8 :: z9 :: z9 :: nil) ::
    (z9 :: z10 :: z7 :: nil) ::
    (z7 :: z7 :: z7 :: nil) ::
    (z7 :: z7 :: z7 :: nil) :: nil) |}.

Local Definition z11 := 3%Z.
Local Definition z12 := 507%Z.
Definition column_spread : spread := {|
  points := over 96 ((0%N, 57%Z) :: (1%N, 7%Z) :: (2%N, 7%Z) :: (3%N, 25%Z) :: nil) :: nil;
  free := (3 :: nil)%N;
  modulus := 509%Z;
  inverse := (
    (z6 :: z7 :: z7 :: nil) ::
    (z11 :: z12 :: z9 :: nil) ::
    (z9 :: z10 :: z7 :: nil) ::
    (z7 :: z7 :: z7 :: nil) ::
    (z7 :: z7 :: z7 :: nil) ::
    (z7 :: z7 :: z7 :: nil) ::
    (z7 :: z7 :: z7 :: nil) ::
    (z7 :: z7 :: z7 :: nil) ::
    (z7 :: z7 :: z7 :: nil) :: nil) |}.

Theorem spread_checked : check_dimensions proof row_spread column_spread = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem checked : check proof = true.
Proof. exact (check_dimensions_check spread_checked). Qed.

Definition game : list (list Q) := (
  ((0 # 1) :: (0 # 1) :: ((-1) # 6) :: ((-1) # 6) :: nil) ::
  ((0 # 1) :: (1 # 6) :: ((-1) # 3) :: ((-1) # 6) :: nil) ::
  (((-1) # 6) :: ((-1) # 6) :: (1 # 6) :: (1 # 6) :: nil) ::
  (((-1) # 6) :: (0 # 1) :: (0 # 1) :: (1 # 6) :: nil) ::
  ((1 # 6) :: ((-1) # 3) :: (0 # 1) :: ((-1) # 2) :: nil) ::
  ((1 # 6) :: ((-1) # 6) :: ((-1) # 6) :: ((-1) # 2) :: nil) ::
  ((0 # 1) :: ((-1) # 2) :: (1 # 3) :: ((-1) # 6) :: nil) ::
  ((0 # 1) :: ((-1) # 3) :: (1 # 6) :: ((-1) # 6) :: nil) :: nil)%Q.

(** The game has the payoffs that the certificate lists, so nothing is assumed. *)
Theorem agreed : check_game proof game = true.
Proof. exact (check_game_from checked (eq_refl true <: compare (evidence proof) game = true)). Qed.

Theorem everything : forall K : OrderedRing,
  claim proof (game_of K game).
Proof. intros K. exact (check_game_sound K agreed). Qed.

Theorem the_value : forall K : OrderedRing,
  is_value 8 4 (game_of K game) (of_Q K the_number).
Proof. intros K. exact (claim_value (everything K)). Qed.

Theorem all_the_equilibria : forall K : OrderedRing,
  forall x y, nash 8 4 (game_of K game) x y
  <-> row_set 8 4 (game_of K game) row_player column_player (of_Q K the_number) x
      /\ column_set 8 4 (game_of K game) row_player column_player (of_Q K the_number) y.
Proof. intros K. exact (claim_equilibria (everything K)). Qed.

Theorem the_supports : forall K : OrderedRing,
  (forall i, (i < 8)%nat -> (plays row_player i <-> exists x y, nash 8 4 (game_of K game) x y /\ klt (zero K) (x i)))
  /\ (forall j, (j < 4)%nat -> (plays column_player j <-> exists x y, nash 8 4 (game_of K game) x y /\ klt (zero K) (y j))).
Proof. intros K. exact (claim_supports (everything K)). Qed.

Theorem dimensions : forall K : OrderedRing,
  claim_dimensions proof (game_of K game) 5 1.
Proof. intros K. exact (check_dimensions_sound spread_checked (check_game_agrees K agreed)). Qed.

