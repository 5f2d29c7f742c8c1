(** Strictly complementary pairs tell all equilibria (Goldman and Tucker 1956), over any ordered ring.
    Equality between strategies that are both played follows from the inequalities. *)

From Coq Require Import ZArith QArith List Setoid Morphisms Lia Ring.
From Coq.micromega Require Import OrderedRing.
From AllNash Require Import Definitions Rings.

Set Implicit Arguments.
Unset Strict Implicit.

Section Pairs.

Variable K : OrderedRing.
Open Scope ring_scope.
Notation "0" := (zero K) : ring_scope.
Notation "1" := (one K) : ring_scope.
Notation "- x" := (kopp x) : ring_scope.
Add Ring KRing2 : (SORrt (laws K)).

Definition earns n (A : nat -> nat -> K) (x : nat -> K) j := sum n (fun i => x i * A i j).
Definition concedes m (A : nat -> nat -> K) (y : nat -> K) i := sum m (fun j => A i j * y j).

Lemma payoff_by_column n m (A : nat -> nat -> K) x y :
  payoff n m A x y == sum m (fun j => earns n A x j * y j).
Proof.
  unfold payoff, earns. rewrite sum_swap. apply sum_ext. intros j _. apply sum_mul_r.
Qed.

Lemma payoff_by_row n m (A : nat -> nat -> K) x y :
  payoff n m A x y == sum n (fun i => x i * concedes m A y i).
Proof.
  unfold payoff, concedes. apply sum_ext. intros i _. rewrite <- sum_mul_l.
  apply sum_ext. intros j _. ring.
Qed.

(** The strategy that plays k alone. *)
Definition pure (k : nat) (i : nat) : K := if Nat.eqb i k then 1 else 0.

Lemma sum_pure n k (f : nat -> K) : (k < n)%nat -> sum n (fun i => pure k i * f i) == f k.
Proof.
  intros H. rewrite (@sum_single K n k) by
    (try assumption; intros i _ Hne; unfold pure; apply Nat.eqb_neq in Hne; rewrite Hne; ring).
  unfold pure. rewrite Nat.eqb_refl. ring.
Qed.

Lemma mixed_pure n k : (k < n)%nat -> mixed n (pure k).
Proof.
  intros H. split.
  - intros i _. unfold pure. destruct (Nat.eqb i k); [apply lt_le, zero_lt_one|apply le_refl].
  - transitivity (sum n (fun i => pure k i * 1)); [apply sum_ext; intros; ring|].
    now rewrite sum_pure.
Qed.

Lemma sum_weighted_ge n (w f : nat -> K) c : mixed n w -> (forall i, (i < n)%nat -> c <= f i) ->
  c <= sum n (fun i => f i * w i).
Proof.
  intros [Hw Hs] H. setoid_replace c with (sum n (fun i => c * w i)) by (rewrite sum_mul_l, Hs; ring).
  apply sum_le. intros i Hi.
  apply le_trans with (w i * f i); [|apply eq_le; ring].
  apply le_trans with (w i * c); [apply eq_le; ring|]. apply mul_le; auto.
Qed.

Lemma sum_weighted_le n (w f : nat -> K) c : mixed n w -> (forall i, (i < n)%nat -> f i <= c) ->
  sum n (fun i => w i * f i) <= c.
Proof.
  intros [Hw Hs] H. setoid_replace c with (sum n (fun i => w i * c)) by (rewrite sum_mul_r, Hs; ring).
  apply sum_le. intros i Hi. apply mul_le; auto.
Qed.

Lemma row_guarantees_iff n m (A : nat -> nat -> K) x w : mixed n x ->
  (row_guarantees n m A x w <-> forall j, (j < m)%nat -> w <= earns n A x j).
Proof.
  intros Hx. split.
  - intros [_ H] j Hj. specialize (H (pure j) (mixed_pure Hj)). rewrite payoff_by_column in H.
    eapply le_trans; [exact H|]. apply eq_le.
    rewrite <- (@sum_pure m j (earns n A x)) by assumption. apply sum_ext. intros; ring.
  - intros H. split; [assumption|]. intros y Hy. rewrite payoff_by_column.
    now apply sum_weighted_ge.
Qed.

Lemma column_guarantees_iff n m (A : nat -> nat -> K) y w : mixed m y ->
  (column_guarantees n m A y w <-> forall i, (i < n)%nat -> concedes m A y i <= w).
Proof.
  intros Hy. split.
  - intros [_ H] i Hi. specialize (H (pure i) (mixed_pure Hi)). rewrite payoff_by_row in H.
    rewrite sum_pure in H by assumption. exact H.
  - intros H. split; [assumption|]. intros x Hx. rewrite payoff_by_row.
    now apply sum_weighted_le.
Qed.

Lemma plays_dec (s : strategy) i : plays s i \/ ~ plays s i.
Proof.
  induction s as [|[k q] s IH]; [right; intros [q []]|].
  destruct (N.eq_dec k (N.of_nat i)) as [->|Hne]; [left; exists q; now left|].
  destruct IH as [[q' H]|H]; [left; exists q'; now right|].
  right. intros [q' [E|H']]; [injection E; intros; congruence|apply H; now exists q'].
Qed.

(** What is known of a pair: the inequalities, strict outside the supports. *)
Record complementary n m (A : nat -> nat -> K) (s t : strategy) (v : K) (x y : nat -> K) : Prop := {
  c_x : mixed n x;
  c_y : mixed m y;
  c_x_pos : forall i, (i < n)%nat -> plays s i -> 0 < x i;
  c_y_pos : forall j, (j < m)%nat -> plays t j -> 0 < y j;
  c_x_zero : forall i, (i < n)%nat -> ~ plays s i -> x i == 0;
  c_y_zero : forall j, (j < m)%nat -> ~ plays t j -> y j == 0;
  c_columns : forall j, (j < m)%nat -> v <= earns n A x j;
  c_columns_strict : forall j, (j < m)%nat -> ~ plays t j -> v < earns n A x j;
  c_rows : forall i, (i < n)%nat -> concedes m A y i <= v;
  c_rows_strict : forall i, (i < n)%nat -> ~ plays s i -> concedes m A y i < v
}.

Section One.

Variables (n m : nat) (A : nat -> nat -> K) (s t : strategy) (v : K) (x y : nat -> K).
Hypothesis C : complementary n m A s t v x y.

Lemma x_gets (y' : nat -> K) : mixed m y' -> v <= payoff n m A x y'.
Proof. intros H. rewrite payoff_by_column. apply sum_weighted_ge; [assumption|apply C]. Qed.

Lemma y_gives (x' : nat -> K) : mixed n x' -> payoff n m A x' y <= v.
Proof. intros H. rewrite payoff_by_row. apply sum_weighted_le; [assumption|apply C]. Qed.

(** A row strategy that earns v against every column is in the set. *)
Lemma row_optimal (x' : nat -> K) : mixed n x' -> (forall j, (j < m)%nat -> v <= earns n A x' j) ->
  row_set n m A s t v x'.
Proof.
  intros Hx' H.
  assert (payoff n m A x' y == v) as E.
  { apply le_antisymm; [now apply y_gives|]. rewrite payoff_by_column.
    apply sum_weighted_ge; [apply C|assumption]. }
  split; [assumption|]. split; [|split; [|exact H]].
  - intros i Hi Hn.
    assert (x' i * (v - concedes m A y i) == 0) as Z.
    { apply (@sum_nonneg_zero K n (fun i => x' i * (v - concedes m A y i))); [| |assumption].
      - intros k Hk. apply mul_nonneg; [now apply Hx'|]. apply le_diff. now apply C.
      - apply eq_le.
        transitivity (sum n (fun i => x' i * v) - sum n (fun i => x' i * concedes m A y i)).
        + rewrite <- sum_sub. apply sum_ext. intros; ring.
        + rewrite <- payoff_by_row, E, sum_mul_r. destruct Hx' as [_ ->]. ring. }
    apply (@neq_mul K (v - concedes m A y i)); [|rewrite <- Z; ring].
    apply lt_neq, lt_diff. now apply (c_rows_strict C).
  - intros j Hj Hp.
    assert ((earns n A x' j - v) * y j == 0) as Z.
    { apply (@sum_nonneg_zero K m (fun j => (earns n A x' j - v) * y j)); [| |assumption].
      - intros k Hk. apply mul_nonneg; [apply le_diff; auto|now apply C].
      - apply eq_le.
        transitivity (sum m (fun j => earns n A x' j * y j) - sum m (fun j => v * y j)).
        + rewrite <- sum_sub. apply sum_ext. intros; ring.
        + rewrite <- payoff_by_column, E, sum_mul_l. destruct (c_y C) as [_ ->]. ring. }
    assert (earns n A x' j - v == 0) as Z'.
    { apply (@neq_mul K (y j)); [apply lt_neq; now apply (c_y_pos C)|rewrite <- Z; ring]. }
    transitivity (earns n A x' j); [reflexivity|].
    setoid_replace (earns n A x' j) with (earns n A x' j - v + v) by ring. rewrite Z'. ring.
Qed.

Lemma column_optimal (y' : nat -> K) : mixed m y' -> (forall i, (i < n)%nat -> concedes m A y' i <= v) ->
  column_set n m A s t v y'.
Proof.
  intros Hy' H.
  assert (payoff n m A x y' == v) as E.
  { apply le_antisymm; [|now apply x_gets]. rewrite payoff_by_row.
    apply sum_weighted_le; [apply C|assumption]. }
  split; [assumption|]. split; [|split; [|exact H]].
  - intros j Hj Hn.
    assert ((earns n A x j - v) * y' j == 0) as Z.
    { apply (@sum_nonneg_zero K m (fun j => (earns n A x j - v) * y' j)); [| |assumption].
      - intros k Hk. apply mul_nonneg; [apply le_diff; now apply C|now apply Hy'].
      - apply eq_le.
        transitivity (sum m (fun j => earns n A x j * y' j) - sum m (fun j => v * y' j)).
        + rewrite <- sum_sub. apply sum_ext. intros; ring.
        + rewrite <- payoff_by_column, E, sum_mul_l. destruct Hy' as [_ ->]. ring. }
    apply (@neq_mul K (earns n A x j - v)); [|exact Z].
    apply lt_neq, lt_diff. now apply (c_columns_strict C).
  - intros i Hi Hp.
    assert (x i * (v - concedes m A y' i) == 0) as Z.
    { apply (@sum_nonneg_zero K n (fun i => x i * (v - concedes m A y' i))); [| |assumption].
      - intros k Hk. apply mul_nonneg; [now apply C|apply le_diff; auto].
      - apply eq_le.
        transitivity (sum n (fun i => x i * v) - sum n (fun i => x i * concedes m A y' i)).
        + rewrite <- sum_sub. apply sum_ext. intros; ring.
        + rewrite <- payoff_by_row, E, sum_mul_r. destruct (c_x C) as [_ ->]. ring. }
    assert (v - concedes m A y' i == 0) as Z'.
    { apply (@neq_mul K (x i)); [apply lt_neq; now apply (c_x_pos C)|exact Z]. }
    transitivity (concedes m A y' i); [reflexivity|].
    setoid_replace (concedes m A y' i) with (v - (v - concedes m A y' i)) by ring. rewrite Z'. ring.
Qed.

Theorem all_equilibria (x' y' : nat -> K) :
  nash n m A x' y' <-> row_set n m A s t v x' /\ column_set n m A s t v y'.
Proof.
  split.
  - intros (Hx' & Hy' & Bx & By).
    assert (payoff n m A x' y' == v) as E.
    { apply le_antisymm.
      - eapply le_trans; [apply (By y); apply C|now apply y_gives].
      - eapply le_trans; [|apply (Bx x); apply C]. now apply x_gets. }
    split.
    + apply row_optimal; [assumption|]. apply row_guarantees_iff; [assumption|]. split; [assumption|].
      intros y'' Hy''. rewrite <- E. auto.
    + apply column_optimal; [assumption|]. apply column_guarantees_iff; [assumption|]. split; [assumption|].
      intros x'' Hx''. rewrite <- E. auto.
  - intros [(Hx' & _ & _ & Gx) (Hy' & _ & _ & Gy)].
    apply row_guarantees_iff in Gx; [|assumption]. apply column_guarantees_iff in Gy; [|assumption].
    destruct Gx as [_ Gx]. destruct Gy as [_ Gy].
    repeat split; try apply Hx'; try apply Hy'.
    + intros x'' Hx''. eapply le_trans; [apply Gy|apply Gx]; assumption.
    + intros y'' Hy''. eapply le_trans; [apply Gy|apply Gx]; assumption.
Qed.

Theorem own_pair : nash n m A x y.
Proof.
  apply all_equilibria. split.
  - apply row_optimal; apply C.
  - apply column_optimal; apply C.
Qed.

Theorem pair_value : is_value n m A v.
Proof.
  split; [exists x|exists y].
  - apply row_guarantees_iff; apply C.
  - apply column_guarantees_iff; apply C.
Qed.

Theorem value_unique v' : is_value n m A v' -> v' == v.
Proof.
  intros [[x' [Hx' Gx]] [y' [Hy' Gy]]]. apply le_antisymm.
  - eapply le_trans; [apply (Gx y); apply C|now apply y_gives].
  - eapply le_trans; [|apply (Gy x); apply C]. now apply x_gets.
Qed.

Theorem row_support i : (i < n)%nat -> (plays s i <-> exists x y, nash n m A x y /\ 0 < x i).
Proof.
  intros Hi. split.
  - intros H. exists x, y. split; [apply own_pair|now apply (c_x_pos C)].
  - intros (x' & y' & H & Hp). apply all_equilibria in H. destruct H as [(_ & Hz & _) _].
    destruct (plays_dec s i) as [|Hn]; [assumption|].
    specialize (Hz i Hi Hn). rewrite Hz in Hp. exfalso. exact (lt_irrefl Hp).
Qed.

Theorem column_support j : (j < m)%nat -> (plays t j <-> exists x y, nash n m A x y /\ 0 < y j).
Proof.
  intros Hj. split.
  - intros H. exists x, y. split; [apply own_pair|now apply (c_y_pos C)].
  - intros (x' & y' & H & Hp). apply all_equilibria in H. destruct H as [_ (_ & Hz & _)].
    destruct (plays_dec t j) as [|Hn]; [assumption|].
    specialize (Hz j Hj Hn). rewrite Hz in Hp. exfalso. exact (lt_irrefl Hp).
Qed.

End One.

(** ** What lies outside the supports does not matter *)

Lemma earns_ext n m (A B : nat -> nat -> K) (s t : strategy) (x : nat -> K) j : (j < m)%nat ->
  (forall i, (i < n)%nat -> ~ plays s i -> x i == 0) ->
  (forall i j, (i < n)%nat -> (j < m)%nat -> plays s i \/ plays t j -> A i j == B i j) ->
  earns n A x j == earns n B x j.
Proof.
  intros Hj Hz H. apply sum_ext. intros i Hi. destruct (plays_dec s i) as [Hp|Hn].
  - rewrite (H i j) by auto. reflexivity.
  - rewrite Hz by assumption. ring.
Qed.

Lemma concedes_ext n m (A B : nat -> nat -> K) (s t : strategy) (y : nat -> K) i : (i < n)%nat ->
  (forall j, (j < m)%nat -> ~ plays t j -> y j == 0) ->
  (forall i j, (i < n)%nat -> (j < m)%nat -> plays s i \/ plays t j -> A i j == B i j) ->
  concedes m A y i == concedes m B y i.
Proof.
  intros Hi Hz H. apply sum_ext. intros j Hj. destruct (plays_dec t j) as [Hp|Hn].
  - rewrite (H i j) by auto. reflexivity.
  - rewrite Hz by assumption. ring.
Qed.

Section Irrelevance.

Variables (n m : nat) (A B : nat -> nat -> K) (s t : strategy) (v : K) (x y : nat -> K).
Hypothesis C : complementary n m A s t v x y.
Hypothesis Same : forall i j, (i < n)%nat -> (j < m)%nat -> plays s i \/ plays t j -> A i j == B i j.

Lemma complementary_same : complementary n m B s t v x y.
Proof.
  destruct C as [Cx Cy Xp Yp Xz Yz Cc Ccs Cr Crs].
  constructor; try assumption; intros k Hk.
  - rewrite <- (earns_ext (x := x) Hk Xz Same). auto.
  - intros Hn. rewrite <- (earns_ext (x := x) Hk Xz Same). auto.
  - rewrite <- (concedes_ext (y := y) Hk Yz Same). auto.
  - intros Hn. rewrite <- (concedes_ext (y := y) Hk Yz Same). auto.
Qed.

Theorem same_equilibria x' y' : nash n m A x' y' <-> nash n m B x' y'.
Proof.
  rewrite (all_equilibria C), (all_equilibria complementary_same).
  unfold row_set, column_set. fold (earns n A x') (earns n B x').
  assert (forall x', (forall i, (i < n)%nat -> ~ plays s i -> x' i == 0) ->
    forall j, (j < m)%nat -> earns n A x' j == earns n B x' j) as Ex.
  { intros x'' Hz j Hj. exact (earns_ext (x := x'') Hj Hz Same). }
  assert (forall y', (forall j, (j < m)%nat -> ~ plays t j -> y' j == 0) ->
    forall i, (i < n)%nat -> concedes m A y' i == concedes m B y' i) as Ey.
  { intros y'' Hz i Hi. exact (concedes_ext (y := y'') Hi Hz Same). }
  unfold earns, concedes in Ex, Ey.
  split; intros [(Hx & Hxz & Hxe & Hxg) (Hy & Hyz & Hye & Hyg)];
    (split; (split; [assumption|split; [assumption|split]]); intros k Hk).
  - rewrite <- Ex; auto.
  - rewrite <- Ex; auto.
  - rewrite <- Ey; auto.
  - rewrite <- Ey; auto.
  - rewrite Ex; auto.
  - rewrite Ex; auto.
  - rewrite Ey; auto.
  - rewrite Ey; auto.
Qed.

End Irrelevance.

End Pairs.
