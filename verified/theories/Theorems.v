(** What files that allnash-check-verified --coq writes are stated with. *)

From Coq Require Import ZArith QArith List Bool.
From AllNash Require Import Definitions Rings Check Sound Games.

Set Implicit Arguments.
Unset Strict Implicit.

(** Probabilities over one denominator. *)
Definition over (d : positive) (l : list (N * Z)) : strategy := map (fun e => (fst e, Qmake (snd e) d)) l.

Lemma check_dimensions_check c ex ey : check_dimensions c ex ey = true -> check c = true.
Proof. unfold check_dimensions. intros H. now apply andb_prop in H as [H _]. Qed.

Lemma check_game_from c g : check c = true -> compare (evidence c) g = true -> check_game c g = true.
Proof. intros H H'. unfold check_game. now rewrite H, H'. Qed.

Section Parts.

Variables (K : OrderedRing) (c : certificate) (A : nat -> nat -> K).
Let n := N.to_nat (rows (evidence c)).
Let m := N.to_nat (columns (evidence c)).
Let s := row_strategy (evidence c).
Let t := column_strategy (evidence c).
Let v := of_Q K (value c).
Hypothesis H : claim c A.

Lemma claim_value : is_value n m A v. Proof. exact (proj1 H). Qed.
Lemma claim_equilibria : forall x y, nash n m A x y <-> row_set n m A s t v x /\ column_set n m A s t v y.
Proof. exact (proj1 (proj2 (proj2 H))). Qed.
Lemma claim_supports :
  (forall i, (i < n)%nat -> (plays s i <-> exists x y, nash n m A x y /\ klt (zero K) (x i)))
  /\ (forall j, (j < m)%nat -> (plays t j <-> exists x y, nash n m A x y /\ klt (zero K) (y j))).
Proof. exact (proj2 (proj2 (proj2 (proj2 H)))). Qed.

End Parts.
