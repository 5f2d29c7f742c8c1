(** What the program answers is true, whatever looks for the evidence of the dimensions. *)

From Coq Require Import ZArith NArith QArith List Bool Lia.
From AllNash Require Import Definitions Rings Check Sound Games Dimensions.

Set Implicit Arguments.
Unset Strict Implicit.

Section Answer.

Variable K : OrderedRing.

Lemma dimensions_mean c find (A : nat -> nat -> K) : check c = true -> agrees (evidence c) A ->
  means (Pair c) match find c with
                 | Some (ex, ey) =>
                     Equilibria (if check_spreads c ex ey then Some (count (points ex), count (points ey)) else None)
                 | None => Equilibria None
                 end A.
Proof.
  intros H Ha. pose proof (check_sound H Ha) as Hc.
  destruct (find c) as [[ex ey]|]; [|exact Hc]. destruct (check_spreads c ex ey) eqn:E; [|exact Hc].
  assert (check_dimensions c ex ey = true) as Hd by (unfold check_dimensions; now rewrite H, E).
  pose proof (check_dimensions_sound Hd Ha) as D.
  cbn [means]. rewrite !count_length, !Nnat.Nat2N.id. split; [exact Hc|]. split; [exact D|].
  intros E1 E2. apply dimensions_0_unique; [assumption..|]. revert D.
  replace (length (points ex)) with 0%nat by lia. replace (length (points ey)) with 0%nat by lia. trivial.
Qed.

Theorem decide_sound r find (A : nat -> nat -> K) : agrees (said_by r) A -> means r (decide r None find) A.
Proof.
  destruct r as [c|c]; cbn [said_by decide]; intros Ha.
  - destruct (check c) eqn:E; [now apply dimensions_mean|exact I].
  - destruct (check_bounds c) eqn:E; [now apply check_bounds_sound|exact I].
Qed.

Theorem decide_game_sound r g find : means r (decide r (Some g) find) (game_of K g).
Proof.
  destruct r as [c|c]; cbn [decide].
  - destruct (check_game c g) eqn:E; [|exact I]. apply dimensions_mean; [|now apply check_game_agrees].
    unfold check_game in E. now apply andb_prop in E as [E _].
  - destruct (check_bounds_game c g) eqn:E; [|exact I]. exact (proj1 (check_bounds_game_sound K E)).
Qed.

End Answer.
