(** No accepted certificate is vacuous: there is a game that it is true of, in its range, and
    symmetric throughout where it says so. *)

From Coq Require Import ZArith NArith Nnat QArith List Bool Setoid Morphisms Lia Ring.
From Coq.micromega Require Import OrderedRing.
From AllNash Require Import Definitions Rings Pairs Check Sound Games Dimensions.

Set Implicit Arguments.
Unset Strict Implicit.

Fixpoint position (l : list nat) (i : nat) : option nat :=
  match l with
  | nil => None
  | k :: rest => if Nat.eqb k i then Some 0%nat else option_map S (position rest i)
  end.

Lemma position_some l i a : position l i = Some a -> nth_error l a = Some i.
Proof.
  revert a. induction l as [|k l IH]; intros a H; simpl in H; [discriminate|].
  destruct (Nat.eqb_spec k i) as [->|Hne]; [injection H as <-; reflexivity|].
  destruct (position l i); [|discriminate]. injection H as <-. simpl. auto.
Qed.
Lemma position_none l i : position l i = None -> ~ In i l.
Proof.
  induction l as [|k l IH]; intros H; simpl in *; [tauto|].
  destruct (Nat.eqb_spec k i) as [->|Hne]; [discriminate|].
  destruct (position l i); [discriminate|]. intros [E|Hin]; [contradiction|now apply IH].
Qed.
Lemma position_nth l a i : NoDup l -> nth_error l a = Some i -> position l i = Some a.
Proof.
  revert a. induction l as [|k l IH]; intros a Nd H; [destruct a; discriminate|].
  inversion Nd as [|k' l' Hk Nd']; subst. simpl. destruct a as [|a].
  - injection H as ->. now rewrite Nat.eqb_refl.
  - simpl in H. destruct (Nat.eqb_spec k i) as [->|Hne].
    + exfalso. apply Hk. eapply nth_error_In; eauto.
    + now rewrite (IH a Nd' H).
Qed.

Definition indices (s : strategy) : list nat := map (fun e => N.to_nat (fst e)) s.

Lemma indices_nodup from n s : rising from n s = true -> NoDup (indices s).
Proof.
  revert from. induction s as [|[k q] s IH]; intros from H; simpl; constructor.
  - intros Hin. apply in_map_iff in Hin as [[k' q'] [E Hin]]. simpl in E, H.
    apply andb_prop in H as [_ H]. pose proof (rising_bounds H Hin). lia.
  - simpl in H. apply andb_prop in H as [_ H]. eauto.
Qed.

Lemma indices_plays s i : In i (indices s) <-> plays s i.
Proof.
  unfold indices. rewrite in_map_iff. split.
  - intros [[k q] [E Hin]]. simpl in E. subst i. exists q. now rewrite N2Nat.id.
  - intros [q Hin]. exists (N.of_nat i, q). simpl. split; [lia|assumption].
Qed.

Lemma indices_nth s a i : nth_error (indices s) a = Some i <-> exists q, nth_error s a = Some (N.of_nat i, q).
Proof.
  unfold indices. rewrite nth_error_map. destruct (nth_error s a) as [[k q]|]; simpl.
  - split; [intros E; injection E as <-; exists q; now rewrite N2Nat.id|].
    intros [q' E]. injection E as -> _. f_equal. lia.
  - split; [discriminate|intros [q E]; discriminate].
Qed.

Lemma same_indices_indices s t : same_indices s t = true -> indices s = indices t.
Proof.
  revert t. induction s as [|[k q] s IH]; intros [|[k' q'] t] H; simpl in H; try discriminate; [reflexivity|].
  apply andb_prop in H as [E H]. apply same_eq in E. subst k'. simpl. f_equal. auto.
Qed.

Section Witness.

Variable b : body.
Let s := row_strategy b.
Let t := column_strategy b.
Let n := N.to_nat (rows b).

Definition middle : Q := (mirror_sum b * (1 # 2))%Q.
Definition filled (c : cell) : Q := match c with Some q => q | None => middle end.
Definition listed (lines : list (list cell)) (a j : nat) : Q := filled (nth j (nth a lines nil) None).

Definition witness (i j : nat) : Q :=
  match position (indices s) i with
  | Some a => listed (row_lines b) a j
  | None =>
      if symmetric b then
        match position (indices s) j with
        | Some a => (mirror_sum b - listed (row_lines b) a i)%Q
        | None => middle
        end
      else
        match position (indices t) j, position (others n s) i with
        | Some a, Some r => listed (column_lines b) a r
        | _, _ => middle
        end
  end.

Hypothesis Hrange : range_ok (range b) = true.

Lemma double_middle : (middle + middle == mirror_sum b)%Q.
Proof. unfold middle. ring. Qed.

Definition inside (q : Q) : Prop := forall l h, range b = Some (l, h) -> (l <= q /\ q <= h)%Q.

Lemma middle_inside : inside middle.
Proof.
  intros l h E. unfold middle, mirror_sum. rewrite E in *. simpl in Hrange. apply below_lt in Hrange.
  split.
  - apply Qle_trans with ((l + l) * (1 # 2))%Q; [apply Qeq_bool_iff || apply Qle_lteq; right; ring|].
    apply Qmult_le_compat_r; [|discriminate]. apply Qplus_le_compat; [apply Qle_refl|now apply Qlt_le_weak].
  - apply Qle_trans with ((h + h) * (1 # 2))%Q; [|apply Qle_lteq; right; ring].
    apply Qmult_le_compat_r; [|discriminate]. apply Qplus_le_compat; [now apply Qlt_le_weak|apply Qle_refl].
Qed.

Lemma mirror_inside q : inside q -> inside (mirror_sum b - q)%Q.
Proof.
  intros H l h E. destruct (H l h E) as [H1 H2]. unfold mirror_sum. rewrite E. split.
  - apply Qle_trans with (l + h - h)%Q; [apply Qle_lteq; right; ring|].
    apply Qplus_le_compat; [apply Qle_refl|now apply Qopp_le_compat].
  - apply Qle_trans with (l + h - l)%Q; [|apply Qle_lteq; right; ring].
    apply Qplus_le_compat; [apply Qle_refl|now apply Qopp_le_compat].
Qed.

Lemma listed_inside lines a j : forallb (forallb (cell_ok (range b))) lines = true -> inside (listed lines a j).
Proof.
  intros H. unfold listed. destruct (nth_in_or_default a lines nil) as [Hin| ->].
  - destruct (nth_in_or_default j (nth a lines nil) None) as [Hc| ->]; [|exact middle_inside].
    rewrite forallb_forall in H. specialize (H _ Hin). rewrite forallb_forall in H. specialize (H _ Hc).
    destruct (nth j (nth a lines nil) None) as [q|]; [|exact middle_inside].
    intros l h E. simpl in H. rewrite E in H. apply andb_prop in H as [H1 H2].
    split; now apply le_Q.
  - replace (nth j (@nil cell) None) with (@None Q) by (destruct j; reflexivity). exact middle_inside.
Qed.

Lemma witness_inside i j : forallb (forallb (cell_ok (range b))) (row_lines b) = true ->
  forallb (forallb (cell_ok (range b))) (column_lines b) = true -> inside (witness i j).
Proof.
  intros Hr Hc. unfold witness.
  repeat match goal with |- context [match ?x with _ => _ end] => destruct x end;
    auto using listed_inside, mirror_inside, middle_inside.
Qed.

End Witness.

Section Exists.

Variable K : OrderedRing.
Open Scope ring_scope.
Local Opaque of_Z of_Q.

Theorem body_exists strict b t lo hi :
  (symmetric b = false -> t = column_strategy b) ->
  check_body strict b t lo hi = true ->
  agrees b (fun i j => of_Q K (witness b i j))
  /\ (symmetric b = true -> forall i j, of_Q K (witness b i j) + of_Q K (witness b j i) == of_Q K (mirror_sum b)).
Proof.
  intros Ht H. destruct (body_rising H) as (Rs & Rt & Rsym).
  unfold check_body in H. cbv zeta in H. set (s := row_strategy b) in *.
  apply andb_prop in H as [H Hrest]. apply andb_prop in H as [H Hg]. apply andb_prop in H as [H Hn].
  apply andb_prop in H as [H Hcc]. apply andb_prop in H as [H Hcr]. do 2 apply andb_prop in H as [H _].
  rename H into Hrange. apply same_eq in Hn. rewrite !count_length in Hn. apply Nat2N.inj in Hn.
  set (n := N.to_nat (rows b)) in *. set (m := N.to_nat (columns b)) in *.
  assert (forall line, In line (row_lines b) -> length line = m) as Hwidth.
  { intros line Hin. unfold guarantee in Hg. destruct (row_lines b); [discriminate|].
    apply andb_prop in Hg as [Hg _]. rewrite forallb_forall in Hg. specialize (Hg _ Hin).
    apply same_eq in Hg. rewrite count_length in Hg. unfold m. lia. }
  pose proof (indices_nodup Rs) as Ns. pose proof (indices_nodup Rt) as Nt.
  assert (symmetric b = true -> forall i j,
    of_Q K (witness b i j) + of_Q K (witness b j i) == of_Q K (mirror_sum b)) as Hsym.
  { intros Es i j. rewrite <- of_Q_add. apply of_Q_proper. unfold witness. rewrite Es. fold s.
    destruct (position (indices s) i) as [a|] eqn:Ei, (position (indices s) j) as [a'|] eqn:Ej;
      [|ring|ring|apply double_middle].
    rewrite Es in Hrest. destruct (Rsym Es) as [Esq _].
    apply andb_prop in Hrest as [Hrest _]. apply andb_prop in Hrest as [Hrest Hmir].
    apply andb_prop in Hrest as [Hrest _]. apply andb_prop in Hrest as [_ Hsame].
    apply position_some in Ei. apply position_some in Ej.
    rewrite (same_indices_indices Hsame) in Ei, Ej.
    apply indices_nth in Ei as [q Hq]. apply indices_nth in Ej as [q' Hq'].
    assert (length (row_lines b) = length t) as Hlt by (rewrite Hn; now apply same_indices_length).
    set (blk := block t (row_lines b)) in *.
    assert (blk = map (fun line => pick 0 t line nil) (row_lines b)) as Eblk by apply tmap_map.
    assert (forall line, In line blk -> length line = length t) as Hbl.
    { intros line Hin. rewrite Eblk in Hin. apply in_map_iff in Hin as (l0 & <- & Hin).
      apply (pick_length Rt). rewrite (Hwidth _ Hin). unfold m. lia. }
    assert (forall a0 i0 q0 a1 i1 q1, nth_error t a0 = Some (N.of_nat i0, q0) -> nth_error t a1 = Some (N.of_nat i1, q1) ->
      exists line c, nth_error blk a0 = Some line /\ nth_error line a1 = Some c /\
        nth i1 (nth a0 (row_lines b) nil) None = c) as Hcell.
    { intros a0 i0 q0 a1 i1 q1 H0 H1.
      destruct (nth_error (row_lines b) a0) as [l0|] eqn:El;
        [|apply nth_error_None in El; assert (a0 < length t)%nat by (apply nth_error_Some; congruence); lia].
      pose proof (rising_bounds Rt (nth_error_In _ _ H1)) as [Hb _].
      assert (length l0 = m) as Hl0 by (apply Hwidth; eapply nth_error_In; eauto).
      exists (pick 0 t l0 nil), (nth i1 l0 None). split; [rewrite Eblk; exact (map_nth_error (fun line => pick 0 t line nil) _ _ El)|].
      rewrite (nth_error_nth _ _ nil El). split; [|reflexivity].
      rewrite (pick_nth (j := 0%N) Rt) with (k := N.of_nat i1) (q := q1);
        [|rewrite Hl0; unfold m; lia|exact H1].
      replace (N.to_nat (N.of_nat i1) - N.to_nat 0)%nat with i1 by lia. apply nth_error_nth'. unfold m in *. lia. }
    destruct (Hcell a i q a' j q' Hq Hq') as (line & c & B1 & B2 & B3).
    destruct (Hcell a' j q' a i q Hq' Hq) as (line' & c' & B1' & B2' & B3').
    unfold mirror_check in Hmir. apply andb_prop in Hmir as [_ Hmir].
    assert (forall line0, In line0 blk -> length line0 = length (hd nil blk)) as Hw'.
    { intros line0 Hin. rewrite (Hbl _ Hin). destruct blk as [|l0 ls]; [contradiction|].
      symmetry. apply Hbl. now left. }
    assert (length (hd nil blk) = length t) as Hhd.
    { destruct blk as [|l0 ls]; [destruct a; discriminate|]. apply Hbl. now left. }
    destruct (transpose_nth Hw' (c := a)) as (col & T1 & T2 & T3).
    { rewrite Hhd. apply nth_error_Some. congruence. }
    pose proof (forallb2_nth Hmir B1 T1) as M1.
    assert (nth_error col a' = Some c') as T4 by (rewrite (T3 a' line' B1'); exact B2').
    pose proof (forallb2_nth M1 B2 T4) as M2.
    unfold listed. rewrite B3, B3'. destruct c as [qc|], c' as [qc'|]; simpl in M2 |- *; try discriminate.
    - now apply equal_eq.
    - apply double_middle. }
  split; [|exact Hsym]. repeat split.
  - intros a k q line j c Hp Hl Hc. unfold witness. fold s.
    assert (nth_error (indices s) a = Some (N.to_nat k)) as Hi
      by (apply indices_nth; exists q; rewrite N2Nat.id; exact Hp).
    rewrite (position_nth Ns Hi). unfold listed. rewrite (nth_error_nth _ _ nil Hl). rewrite (@nth_error_nth cell _ _ _ None Hc).
    destruct c as [q'|]; simpl; [reflexivity|trivial].
  - intros a k q line r i c Hp Hl Hc Ho. destruct (symmetric b) eqn:Es.
    + destruct (Rsym eq_refl) as [_ Enil]. rewrite Enil in Hl. destruct a; discriminate.
    + specialize (Ht eq_refl). subst t. unfold witness. rewrite Es. fold s.
      destruct (others_in Ho) as [_ Hnp].
      destruct (position (indices s) i) as [a0|] eqn:Ei.
      * exfalso. apply Hnp. apply indices_plays. apply position_some in Ei. eapply nth_error_In; eauto.
      * assert (nth_error (indices (column_strategy b)) a = Some (N.to_nat k)) as Hi
          by (apply indices_nth; exists q; rewrite N2Nat.id; exact Hp).
        rewrite (position_nth Nt Hi).
        assert (NoDup (others (N.to_nat (rows b)) s)) as No by (apply NoDup_filter, seq_NoDup).
        rewrite (position_nth No Ho). unfold listed.
        rewrite (nth_error_nth _ _ nil Hl). rewrite (@nth_error_nth cell _ _ _ None Hc).
        destruct c as [q'|]; simpl; [reflexivity|trivial].
  - apply of_Q_le. now apply (witness_inside Hrange i j Hcr Hcc (l := l) (h := h)).
  - apply of_Q_le. now apply (witness_inside Hrange i j Hcr Hcc (l := l) (h := h)).
  - intros Es i j _ _. now apply Hsym.
Qed.

Definition symmetric_throughout (b : body) (A : nat -> nat -> K) : Prop :=
  symmetric b = true -> forall i j, A i j + A j i == of_Q K (mirror_sum b).

Theorem check_exists c : check c = true ->
  exists A, agrees (evidence c) A /\ symmetric_throughout (evidence c) A /\ claim c A.
Proof.
  intros H. pose proof H as H0. unfold check in H. do 2 apply andb_prop in H as [H _].
  destruct (body_exists (fun _ => eq_refl) H) as [Ha Hs].
  exists (fun i j => of_Q K (witness (evidence c) i j)). split; [exact Ha|]. split; [exact Hs|].
  now apply check_sound.
Qed.

Theorem check_bounds_exists c : check_bounds c = true ->
  exists A, agrees (frame c) A /\ symmetric_throughout (frame c) A /\ claim_bounds c A.
Proof.
  intros H. pose proof H as H0. unfold check_bounds in H. do 2 apply andb_prop in H as [H _].
  assert (symmetric (frame c) = false ->
    (if symmetric (frame c) then row_strategy (frame c) else column_strategy (frame c)) = column_strategy (frame c)) as Ht
    by (intros ->; reflexivity).
  destruct (body_exists Ht H) as [Ha Hs].
  exists (fun i j => of_Q K (witness (frame c) i j)). split; [exact Ha|]. split; [exact Hs|].
  now apply check_bounds_sound.
Qed.

End Exists.
