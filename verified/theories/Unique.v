(** The dimension of a set is one number: vectors that more than d others span cannot be independent
    when d span them. *)

From Coq Require Import List Setoid Morphisms Lia Ring Arith.
From Coq.micromega Require Import OrderedRing.
From AllNash Require Import Definitions Rings.

Set Implicit Arguments.
Unset Strict Implicit.

Section Unique.

Variable K : OrderedRing.
Open Scope ring_scope.

Notation "0" := (zero K) : ring_scope.
Notation "1" := (one K) : ring_scope.

Add Ring KRing : (SORrt (laws K)).

(** The numbers but t0, in order. *)
Definition skip (t0 t : nat) : nat := if Nat.ltb t t0 then t else S t.

Lemma sum_skip (m t0 : nat) (f : nat -> K) : (t0 < S m)%nat ->
  sum (S m) f == f t0 + sum m (fun t => f (skip t0 t)).
Proof.
  revert t0. induction m as [|m IH]; intros t0 H.
  - replace t0 with 0%nat by lia. cbn [sum]. ring.
  - destruct (Nat.eq_dec t0 (S m)) as [->|Hne].
    + cbn [sum]. transitivity (f (S m) + (sum m f + f m)); [ring|].
      apply kadd_proper; [reflexivity|]. apply kadd_proper.
      * apply sum_ext. intros t Ht. unfold skip. destruct (Nat.ltb_spec t (S m)); [reflexivity|lia].
      * unfold skip. destruct (Nat.ltb_spec m (S m)); [reflexivity|lia].
    + change (sum (S m) f + f (S m) == f t0 + (sum m (fun t => f (skip t0 t)) + f (skip t0 m))).
      rewrite (IH t0) by lia. unfold skip at 3. destruct (Nat.ltb_spec m t0); [lia|]. ring.
Qed.

(** More rows than columns: some combination of the rows, not all of it 0, is 0. *)
Lemma dependent (d : nat) : forall (m : nat) (C : nat -> nat -> K), (d < m)%nat ->
  exists c, (exists t, (t < m)%nat /\ ~ c t == 0)
    /\ forall j, (j < d)%nat -> sum m (fun t => c t * C t j) == 0.
Proof.
  induction d as [|d IH]; intros m C Hm.
  - exists (fun _ => 1). split; [|intros; lia]. exists 0%nat. split; [lia|].
    intros E. apply (@lt_irrefl K 0). rewrite <- E at 2. apply zero_lt_one.
  - destruct m as [|m]; [lia|].
    assert ((forall t, (t < S m)%nat -> C t d == 0) \/ exists t, (t < S m)%nat /\ ~ C t d == 0) as [Hz|(t0 & Ht0 & Hn)].
    { clear. induction (S m) as [|k [IH|(t & Ht & E)]]; [left; intros; lia| |right; exists t; auto].
      destruct (eq_cases (C k d) 0) as [E|E]; [|right; exists k; auto].
      left. intros t Ht. destruct (Nat.eq_dec t k) as [->|]; [exact E|apply IH; lia]. }
    + destruct (IH (S m) C) as (c & Hc & Hs); [lia|]. exists c. split; [exact Hc|]. intros j Hj.
      destruct (Nat.eq_dec j d) as [->|]; [|apply Hs; lia].
      apply sum_zero. intros t Ht. rewrite (Hz t Ht). ring.
    + set (row := fun t => C (skip t0 t)).
      destruct (IH m (fun t j => C t0 d * row t j - row t d * C t0 j)) as (c & (t1 & Ht1 & Hc) & Hs); [lia|].
      set (own := kopp (sum m (fun t => c t * row t d))).
      exists (fun t => if Nat.eqb t t0 then own
                       else C t0 d * c (if Nat.ltb t t0 then t else pred t)).
      assert (forall t, Nat.eqb (skip t0 t) t0 = false) as Hne.
      { intros t. apply Nat.eqb_neq. unfold skip. destruct (Nat.ltb_spec t t0); lia. }
      assert (forall t, (if Nat.ltb (skip t0 t) t0 then skip t0 t else pred (skip t0 t)) = t) as Hback.
      { intros t. unfold skip. destruct (Nat.ltb_spec t t0).
        - destruct (Nat.ltb_spec t t0); lia.
        - destruct (Nat.ltb_spec (S t) t0); lia. }
      split.
      * exists (skip t0 t1). split; [unfold skip; destruct (Nat.ltb_spec t1 t0); lia|].
        rewrite Hne, Hback. intros E. apply Hc. exact (neq_mul Hn E).
      * intros j Hj. rewrite (sum_skip _ Ht0). rewrite Nat.eqb_refl.
        assert (sum m (fun t => (if Nat.eqb (skip t0 t) t0 then own
             else C t0 d * c (if Nat.ltb (skip t0 t) t0 then skip t0 t else pred (skip t0 t))) * C (skip t0 t) j)
          == sum m (fun t => c t * (C t0 d * row t j))) as ->.
        { apply sum_ext. intros t _. rewrite Hne, Hback. unfold row. ring. }
        assert (own * C t0 j == sum m (fun t => c t * (kopp (row t d * C t0 j)))) as ->.
        { unfold own. transitivity (sum m (fun t => c t * row t d) * kopp (C t0 j)); [ring|].
          rewrite <- sum_mul_r. apply sum_ext. intros. ring. }
        rewrite <- sum_add.
        destruct (Nat.eq_dec j d) as [->|Hjd].
        -- apply sum_zero. intros t _. ring.
        -- rewrite <- (Hs j) by lia. apply sum_ext. intros t _. ring.
Qed.

Lemma choose_each (m : nat) (P : nat -> (nat -> K) -> Prop) : (forall t, (t < m)%nat -> exists c, P t c) ->
  exists C, forall t, (t < m)%nat -> P t (C t).
Proof.
  induction m as [|m IH]; intros H; [exists (fun _ _ => 0); intros; lia|].
  destruct IH as [C HC]; [intros; apply H; lia|]. destruct (H m) as [c Hc]; [lia|].
  exists (fun t => if Nat.eqb t m then c else C t). intros t Ht.
  destruct (Nat.eqb_spec t m) as [->|]; [exact Hc|apply HC; lia].
Qed.

Lemma dimension_le n (S : (nat -> K) -> Prop) d e : dimension n S d -> dimension n S e -> (e <= d)%nat.
Proof.
  intros (p0 & p & _ & _ & _ & Span) (q0 & q & Q0 & Q & Free & _).
  destruct (Nat.le_gt_cases e d) as [|Hlt]; [assumption|exfalso].
  destruct (Span q0 Q0) as [c0 H0].
  destruct (choose_each (m := e) (P := fun t c => forall i, (i < n)%nat ->
     q t i == p0 i + sum d (fun u => c u * (p u i - p0 i)))) as [C HC].
  { intros t Ht. apply Span. now apply Q. }
  destruct (dependent (fun t u => C t u - c0 u) Hlt) as (k & (t1 & Ht1 & Hk) & Hs).
  apply Hk. apply (Free k); [|exact Ht1]. intros i Hi.
  transitivity (sum e (fun t => sum d (fun u => k t * (C t u - c0 u) * (p u i - p0 i)))).
  - apply sum_ext. intros t Ht. rewrite (HC t Ht i Hi), (H0 i Hi).
    transitivity (k t * (sum d (fun u => C t u * (p u i - p0 i)) - sum d (fun u => c0 u * (p u i - p0 i)))); [ring|].
    rewrite <- sum_sub, <- sum_mul_l. apply sum_ext. intros. ring.
  - rewrite sum_swap. apply sum_zero. intros u Hu. rewrite sum_mul_r, (Hs u Hu). ring.
Qed.

Theorem dimension_unique n (S : (nat -> K) -> Prop) d e : dimension n S d -> dimension n S e -> d = e.
Proof. intros D E. apply Nat.le_antisymm; eapply dimension_le; eassumption. Qed.

End Unique.
