(** With the whole game at hand no assumption is left. *)

From Coq Require Import ZArith NArith Nnat QArith List Bool Setoid Morphisms Lia Ring.
From Coq.micromega Require Import OrderedRing.
From AllNash Require Import Definitions Rings Pairs Check Sound.

Set Implicit Arguments.
Unset Strict Implicit.

Lemma pick_out {A} (line : list A) : forall j t out,
  pick j t line out = rev out ++ pick j t line nil.
Proof.
  induction line as [|c line IH]; intros j t out; simpl.
  - unfold rev'. rewrite <- !rev_alt. simpl. now rewrite app_nil_r.
  - destruct t as [|[k q] t].
    + unfold rev'. rewrite <- !rev_alt. simpl. now rewrite app_nil_r.
    + destruct (same k j).
      * rewrite IH. rewrite (IH _ _ (c :: nil)). simpl. now rewrite <- app_assoc.
      * apply IH.
Qed.

(** Rising indices inside the line are all found. *)
Lemma pick_nth {A} (line : list A) : forall j t n, rising j n t = true ->
  (N.to_nat n <= N.to_nat j + length line)%nat ->
  forall p k q, nth_error t p = Some (k, q) ->
    nth_error (pick j t line nil) p = nth_error line (N.to_nat k - N.to_nat j).
Proof.
  induction line as [|c line IH]; intros j t n Hr Hlen p k q Hp.
  - exfalso. apply nth_error_In in Hp. pose proof (rising_bounds Hr Hp). simpl in Hlen. lia.
  - cbn [pick]. destruct t as [|[k' q'] t]; [destruct p; discriminate|].
    destruct (same k' j) eqn:E.
    + apply same_eq in E. subst k'. rewrite pick_out. simpl in Hr. apply andb_prop in Hr as [_ Hr].
      destruct p as [|p].
      * injection Hp as -> ->. rewrite Nat.sub_diag. reflexivity.
      * simpl rev. simpl app. cbn [nth_error] in Hp |- *.
        pose proof (nth_error_In _ _ Hp) as Hin. pose proof (rising_bounds Hr Hin) as Hb.
        rewrite (IH _ _ _ Hr) with (k := k) (q := q); [|simpl in Hlen; lia|exact Hp].
        replace (N.to_nat k - N.to_nat j)%nat with (S (N.to_nat k - N.to_nat (N.succ j))) by lia.
        reflexivity.
    + apply same_neq in E.
      assert (rising (N.succ j) n ((k', q') :: t) = true) as Hr'.
      { simpl in *. apply andb_prop in Hr as [H Hr]. apply andb_prop in H as [H Hq].
        apply andb_prop in H as [H1 H2]. apply N.leb_le in H1. rewrite H2, Hq, Hr.
        replace (N.leb (N.succ j) k') with true; [reflexivity|]. symmetry. apply N.leb_le. lia. }
      pose proof (nth_error_In _ _ Hp) as Hin. pose proof (rising_bounds Hr' Hin) as Hb.
      rewrite (IH _ _ _ Hr') with (k := k) (q := q); [|simpl in Hlen; lia|exact Hp].
      replace (N.to_nat k - N.to_nat j)%nat with (S (N.to_nat k - N.to_nat (N.succ j))) by lia.
      reflexivity.
Qed.

Lemma pick_length {A} (line : list A) t n : rising 0 n t = true -> (N.to_nat n <= length line)%nat ->
  length (pick 0 t line nil) = length t.
Proof.
  intros Hr Hn.
  assert (forall (l : list A) (t' : strategy) j, (length (pick j t' l nil) <= length t')%nat) as Hle.
  { induction l as [|x l IH]; intros t' j; simpl; [unfold rev'; simpl; lia|].
    destruct t' as [|[k q] t']; [simpl; lia|]. destruct (same k j).
    - rewrite pick_out, app_length. simpl. specialize (IH t' (N.succ j)). lia.
    - apply IH. }
  apply Nat.le_antisymm; [apply Hle|].
  destruct (Nat.lt_ge_cases (length (pick 0 t line nil)) (length t)) as [Hlt|]; [exfalso|assumption].
  destruct (nth_error t (length (pick 0 t line nil))) as [[k q]|] eqn:E; [|apply nth_error_None in E; lia].
  assert (nth_error (pick 0 t line nil) (length (pick 0 t line nil)) = None) as En by (now apply nth_error_None).
  rewrite (pick_nth (j := 0%N) Hr) with (k := k) (q := q) in En; [|lia|exact E].
  apply nth_error_None in En. pose proof (rising_bounds Hr (nth_error_In _ _ E)). lia.
Qed.

Lemma forallb2_nth {A B} (f : A -> B -> bool) l l' : forallb2 f l l' = true ->
  forall p a b, nth_error l p = Some a -> nth_error l' p = Some b -> f a b = true.
Proof.
  revert l'. induction l as [|x l IH]; intros [|y l'] H p a b Ha Hb; simpl in H; try discriminate;
    destruct p; simpl in *; try discriminate; apply andb_prop in H as [H1 H2].
  - congruence.
  - eauto.
Qed.
Lemma forallb2_length {A B} (f : A -> B -> bool) l l' : forallb2 f l l' = true -> length l = length l'.
Proof.
  revert l'. induction l as [|x l IH]; intros [|y l'] H; simpl in H; try discriminate; [reflexivity|].
  apply andb_prop in H as [_ H]. simpl. auto.
Qed.

Lemma across_sound {A} (agree : A -> Q -> bool) none skip n t m :
  rising 0 n t = true -> forall g i cols,
  (forall row, In row g -> length row = m) -> (N.to_nat n <= m)%nat ->
  across agree none skip i t cols g = true ->
  forall p k q col r c idx, nth_error t p = Some (k, q) -> nth_error cols p = Some col ->
    nth_error col r = Some c ->
    nth_error (filter (fun x => negb (skip (N.of_nat x))) (seq (N.to_nat i) (length g))) r = Some idx ->
    agree c (nth (N.to_nat k) (nth (idx - N.to_nat i) g nil) 0%Q) = true.
Proof.
  intros Hr. induction g as [|row g IH]; intros i cols Hw Hm H p k q col r c idx Ht Hc Hcol Hidx.
  - destruct r; discriminate.
  - cbn [across] in H. cbn [length seq filter] in Hidx. rewrite N2Nat.id in Hidx.
    assert (forall row', In row' g -> length row' = m) as Hw' by (intros; apply Hw; now right).
    assert (forall r' idx', nth_error (filter (fun x => negb (skip (N.of_nat x))) (seq (S (N.to_nat i)) (length g))) r' = Some idx' ->
      (idx' - N.to_nat i = S (idx' - N.to_nat (N.succ i)))%nat) as Hshift.
    { intros r' idx' Hn. apply nth_error_In in Hn. apply filter_In in Hn as [Hn _]. apply in_seq in Hn. lia. }
    destruct (skip i); simpl negb in Hidx; cbv iota in Hidx.
    + rewrite (Hshift _ _ Hidx). cbn [nth].
      apply (IH (N.succ i) cols Hw' Hm H p k q col r c idx); auto.
      replace (N.to_nat (N.succ i)) with (S (N.to_nat i)) by lia. exact Hidx.
    + apply andb_prop in H as [H1 H2]. rewrite !tmap_map in *. destruct r as [|r].
      * injection Hidx as <-. rewrite Nat.sub_diag. cbn [nth].
        assert (nth_error (map (hd none) cols) p = Some c) as Hh.
        { rewrite (map_nth_error _ _ _ Hc). destruct col; [discriminate|]. simpl in Hcol |- *. congruence. }
        apply (forallb2_nth H1 Hh).
        rewrite (pick_nth (j := 0%N) Hr) with (k := k) (q := q);
          [|rewrite (Hw row) by (now left); lia|exact Ht].
        rewrite Nat.sub_0_r. apply nth_error_nth'.
        pose proof (rising_bounds Hr (nth_error_In _ _ Ht)). rewrite (Hw row) by (now left). lia.
      * cbn [nth_error] in Hidx. rewrite (Hshift _ _ Hidx). cbn [nth].
        apply (IH (N.succ i) (map (@tl A) cols) Hw' Hm H2 p k q (tl col) r c idx); auto.
        -- now rewrite (map_nth_error _ _ _ Hc).
        -- destruct col; [discriminate|exact Hcol].
        -- replace (N.to_nat (N.succ i)) with (S (N.to_nat i)) by lia. exact Hidx.
Qed.

(** The indices from i on, without the tail call. *)
Fixpoint from (i : N) (g : list (list Q)) : strategy :=
  match g with nil => nil | _ :: g' => (i, Qmake 1 1) :: from (N.succ i) g' end.

Lemma everywhere_from g : forall i out, everywhere i g out = rev out ++ from i g.
Proof.
  induction g as [|row g IH]; intros i out; cbn [everywhere from].
  - unfold rev'. now rewrite <- rev_alt, app_nil_r.
  - rewrite IH. cbn [rev]. now rewrite <- app_assoc.
Qed.

Lemma everywhere_nth g p : (p < length g)%nat ->
  nth_error (everywhere 0 g nil) p = Some (N.of_nat p, (1 # 1)%Q).
Proof.
  intros Hp. rewrite everywhere_from. cbn [rev app].
  assert (forall i, nth_error (from i g) p = Some ((i + N.of_nat p)%N, (1 # 1)%Q)) as H.
  { revert p Hp. induction g as [|row g IH]; intros p Hp i; simpl in *; [lia|]. destruct p as [|p]; simpl.
    - do 2 f_equal. lia.
    - rewrite IH by lia. do 2 f_equal. lia. }
  apply H.
Qed.

Lemma everywhere_rising g n : (N.of_nat (length g) <= n)%N -> rising 0 n (everywhere 0 g nil) = true.
Proof.
  rewrite everywhere_from. cbn [rev app].
  assert (forall i, (i + N.of_nat (length g) <= n)%N -> rising i n (from i g) = true) as H.
  { induction g as [|row g IH]; intros i Hn; simpl in *; [reflexivity|].
    rewrite N.leb_refl. replace (N.ltb i n) with true by (symmetry; apply N.ltb_lt; lia). simpl.
    apply IH. lia. }
  intros Hn. apply H. lia.
Qed.

Definition member (s : strategy) (i : N) : bool := existsb (fun e => same (fst e) i) s.

Lemma member_below s : forall n i, rising (N.succ i) n s = true -> member s i = false.
Proof.
  intros n i H. apply not_true_is_false. intros E. apply existsb_exists in E as ([k q] & Hin & E).
  apply same_eq in E. cbn [fst] in E. pose proof (rising_bounds H Hin). lia.
Qed.

Lemma across_ext {A} (agree : A -> Q -> bool) none skip skip' t g : forall i cols,
  (forall x, (i <= x)%N -> skip x = skip' x) ->
  across agree none skip i t cols g = across agree none skip' i t cols g.
Proof.
  induction g as [|row g IH]; intros i cols H; [reflexivity|]. cbn [across].
  rewrite (H i) by lia. destruct (skip' i); [|f_equal]; apply IH; intros x Hx; apply H; lia.
Qed.

(** One walk passes over the rows that s plays. *)
Lemma across_others_member t n g : forall i s cols, rising i n s = true ->
  across_others i s t cols g = across cell_agrees None (member s) i t cols g.
Proof.
  induction g as [|row g IH]; intros i s cols H; [reflexivity|]. cbn [across_others across].
  destruct s as [|[k q] s].
  - cbn [member existsb]. f_equal. now apply IH.
  - destruct (same k i) eqn:E.
    + apply same_eq in E. subst k. unfold member at 1. cbn [existsb fst tl]. rewrite same_refl. cbn [orb].
      cbn [rising] in H. apply andb_prop in H as [_ H]. rewrite (IH _ _ _ H). apply across_ext.
      intros x Hx. unfold member. cbn [existsb fst]. destruct (same i x) eqn:Ex; [|reflexivity].
      apply same_eq in Ex. lia.
    + assert (rising (N.succ i) n ((k, q) :: s) = true) as H'.
      { cbn [rising] in H |- *. apply andb_prop in H as [H Hr]. apply andb_prop in H as [H Hq].
        apply andb_prop in H as [H1 H2]. apply N.leb_le in H1. apply same_neq in E. rewrite H2, Hq, Hr.
        replace (N.leb (N.succ i) k) with true; [reflexivity|]. symmetry. apply N.leb_le. lia. }
      rewrite (member_below H'). f_equal. now apply IH.
Qed.

Lemma member_others s x :
  existsb (fun e : N * Q => Nat.eqb (N.to_nat (fst e)) x) s = member s (N.of_nat x).
Proof.
  unfold member. induction s as [|[k q] s IH]; simpl; [reflexivity|]. rewrite IH. f_equal. unfold same.
  destruct (Nat.eqb_spec (N.to_nat k) x) as [Ex|Ex].
  - replace (N.of_nat x) with k by lia. now rewrite N.compare_refl.
  - destruct (N.compare_spec k (N.of_nat x)); [lia|reflexivity|reflexivity].
Qed.

Section Games.

Variable K : OrderedRing.
Open Scope ring_scope.
Local Opaque of_Z of_Q.

Lemma cell_agrees_said c q : cell_agrees c q = true -> said (K := K) c (of_Q K q).
Proof.
  destruct c as [a|]; simpl; [|trivial]. intros H. apply equal_eq in H. now rewrite H.
Qed.

Lemma filter_all (l : list nat) : filter (fun x : nat => negb false) l = l.
Proof. induction l as [|a l IH]; [reflexivity|]. simpl in *. now rewrite IH. Qed.

Lemma compare_agrees b g : compare b g = true ->
  rising 0 (rows b) (row_strategy b) = true ->
  (symmetric b = false -> rising 0 (columns b) (column_strategy b) = true) ->
  (symmetric b = true -> rows b = columns b /\ column_lines b = nil) ->
  agrees b (game_of K g)
  /\ (symmetric b = true ->
      forall i j, (i < N.to_nat (rows b))%nat -> (j < N.to_nat (rows b))%nat ->
        game_of K g i j + game_of K g j i == of_Q K (mirror_sum b)).
Proof.
  unfold compare. intros H Rs Rt Rp.
  apply andb_prop in H as [H Hrest]. apply andb_prop in H as [H Hlines].
  apply andb_prop in H as [H Hrange]. apply andb_prop in H as [Hn Hm].
  apply same_eq in Hn. rewrite count_length in Hn.
  assert (rising 0 (rows b) (everywhere 0 g nil) = true) as Rpl by (apply everywhere_rising; lia).
  assert (forall row, In row g -> length row = N.to_nat (columns b)) as Hw.
  { intros row Hin. rewrite forallb_forall in Hm. specialize (Hm _ Hin). apply same_eq in Hm.
    rewrite count_length in Hm. lia. }
  assert (symmetric b = true ->
      forall i j, (i < N.to_nat (rows b))%nat -> (j < N.to_nat (rows b))%nat ->
        game_of K g i j + game_of K g j i == of_Q K (mirror_sum b)) as Hsym.
  { intros Es i j Hi Hj. rewrite Es in Hrest. destruct (Rp Es) as (Esq & _).
    assert (nth_error (everywhere 0 g nil) i = Some (N.of_nat i, (1 # 1)%Q)) as Hp
      by (apply everywhere_nth; lia).
    assert (nth_error (pick 0 (everywhere 0 g nil) g nil) i = nth_error g i) as Hpick.
    { rewrite (pick_nth (j := 0%N) Rpl) with (k := N.of_nat i) (q := (1 # 1)%Q); [|simpl; lia|exact Hp].
      f_equal. lia. }
    destruct (nth_error g i) as [row|] eqn:Eg; [|apply nth_error_None in Eg; lia].
    assert (length row = N.to_nat (columns b)) as Hl by (apply Hw; eapply nth_error_In; eauto).
    assert (nth_error row j = Some (nth j row 0%Q)) as Hrow by (apply nth_error_nth'; rewrite Hl, <- Esq; exact Hj).
    assert (equal (nth j row 0 + nth (N.to_nat (N.of_nat i)) (nth (j - N.to_nat 0) g nil) 0)%Q (mirror_sum b) = true) as E.
    { apply (across_sound Rpl Hw (i := 0%N)) with (5 := Hrow) (2 := Hrest) (p := i) (q := (1 # 1)%Q);
        [rewrite <- Esq; lia|exact Hp|exact Hpick|].
      rewrite filter_all. rewrite nth_error_nth' with (d := 0%nat) by (rewrite seq_length; lia).
      rewrite seq_nth by lia. reflexivity. }
    apply equal_eq in E. rewrite Nat2N.id in E. simpl N.to_nat in E. rewrite Nat.sub_0_r in E.
    unfold game_of. rewrite (nth_error_nth _ _ nil Eg), <- of_Q_add. now rewrite E. }
  split; [|exact Hsym]. repeat split.
  - intros t k q line j c Ht Hl Hc.
    pose proof (rising_bounds Rs (nth_error_In _ _ Ht)) as [Hb _].
    assert (nth_error (pick 0 (row_strategy b) g nil) t = nth_error g (N.to_nat k)) as Hpick.
    { rewrite (pick_nth (j := 0%N) Rs) with (k := k) (q := q); [|simpl; lia|exact Ht].
      f_equal. lia. }
    destruct (nth_error g (N.to_nat k)) as [row|] eqn:Eg; [|apply nth_error_None in Eg; lia].
    pose proof (forallb2_nth Hlines Hl Hpick) as Hrow. pose proof (forallb2_length Hrow) as Hlen.
    assert (j < length line)%nat by (apply nth_error_Some; congruence).
    apply cell_agrees_said. rewrite (nth_error_nth _ _ nil Eg). apply (forallb2_nth Hrow Hc).
    apply nth_error_nth'. lia.
  - intros t k q line r i c Ht Hl Hc Ho. destruct (symmetric b) eqn:Es.
    + destruct (Rp eq_refl) as (_ & Enil). rewrite Enil in Hl. destruct t; discriminate.
    + apply cell_agrees_said.
      assert (N.to_nat 0 = 0)%nat as E0 by reflexivity.
      assert (cell_agrees c (nth (N.to_nat k) (nth (i - N.to_nat 0) g nil) 0%Q) = true) as E.
      { rewrite (across_others_member _ _ _ Rs) in Hrest.
        apply (across_sound (Rt eq_refl) Hw (i := 0%N)) with (2 := Hrest) (3 := Ht) (4 := Hl) (5 := Hc); [lia|].
        rewrite <- Ho. unfold others. f_equal. rewrite E0.
        replace (length g) with (N.to_nat (rows b)) by lia.
        apply filter_ext. intros x. f_equal. symmetry. apply member_others. }
      rewrite E0, Nat.sub_0_r in E. exact E.
  - rename H into Er. rewrite Er in Hrange. rewrite forallb_forall in Hrange.
    assert (nth_error g i = Some (nth i g nil)) as Eg by (apply nth_error_nth'; lia).
    specialize (Hrange _ (nth_error_In _ _ Eg)). rewrite forallb_forall in Hrange.
    specialize (Hrange (nth j (nth i g nil) 0%Q)).
    assert (In_row : In (nth j (nth i g nil) 0%Q) (nth i g nil)) by
      (apply nth_In; rewrite (Hw _ (nth_error_In _ _ Eg)); assumption).
    specialize (Hrange In_row). unfold in_range in Hrange. apply andb_prop in Hrange as [Hb _].
    apply of_Q_le. now apply le_Q.
  - rename H into Er. rewrite Er in Hrange. rewrite forallb_forall in Hrange.
    assert (nth_error g i = Some (nth i g nil)) as Eg by (apply nth_error_nth'; lia).
    specialize (Hrange _ (nth_error_In _ _ Eg)). rewrite forallb_forall in Hrange.
    specialize (Hrange (nth j (nth i g nil) 0%Q)).
    assert (In_row : In (nth j (nth i g nil) 0%Q) (nth i g nil)) by
      (apply nth_In; rewrite (Hw _ (nth_error_In _ _ Eg)); assumption).
    specialize (Hrange In_row). unfold in_range in Hrange. apply andb_prop in Hrange as [_ Hb].
    apply of_Q_le. now apply le_Q.
  - intros Es i j Hp Hj. pose proof (played_less Rs Hp). apply Hsym; auto.
Qed.

Lemma body_rising strict b t lo hi : check_body strict b t lo hi = true ->
  rising 0 (rows b) (row_strategy b) = true /\ rising 0 (columns b) t = true
  /\ (symmetric b = true -> rows b = columns b /\ column_lines b = nil).
Proof.
  intros H. unfold check_body in H. cbv zeta in H.
  apply andb_prop in H as [H Hrest]. do 4 apply andb_prop in H as [H _].
  apply andb_prop in H as [H My]. apply andb_prop in H as [_ Mx].
  split; [exact (mixed_check_rising Mx)|]. split; [exact (mixed_check_rising My)|].
  intros Es. rewrite Es in Hrest. do 2 apply andb_prop in Hrest as [Hrest _].
  apply andb_prop in Hrest as [Hrest Hnil]. apply andb_prop in Hrest as [Hsq _].
  apply same_eq in Hsq. apply same_eq in Hnil. rewrite count_length in Hnil.
  split; [assumption|]. destruct (column_lines b); [reflexivity|simpl in Hnil; lia].
Qed.

Lemma check_game_agrees c g : check_game c g = true -> agrees (evidence c) (game_of K g).
Proof.
  unfold check_game. intros H. apply andb_prop in H as [H Hc]. unfold check in H. do 2 apply andb_prop in H as [H _].
  destruct (body_rising H) as (Rs & Rt & Rsym).
  apply (compare_agrees Hc); auto.
Qed.

Theorem check_game_sound c g : check_game c g = true -> claim c (game_of K g).
Proof.
  intros H. apply check_sound; [|now apply check_game_agrees].
  unfold check_game in H. now apply andb_prop in H as [H _].
Qed.

Theorem check_bounds_game_sound c g : check_bounds_game c g = true ->
  claim_bounds c (game_of K g)
  /\ (symmetric (frame c) = true ->
      forall i j, (i < N.to_nat (rows (frame c)))%nat -> (j < N.to_nat (rows (frame c)))%nat ->
        game_of K g i j + game_of K g j i == of_Q K (mirror_sum (frame c))).
Proof.
  unfold check_bounds_game. intros H. apply andb_prop in H as [H Hc].
  unfold check_bounds in H. pose proof H as Hb. do 2 apply andb_prop in Hb as [Hb _].
  destruct (body_rising Hb) as (Rs & Rt & Rsym).
  assert (symmetric (frame c) = false -> rising 0 (columns (frame c)) (column_strategy (frame c)) = true) as Rc
    by (intros Es; rewrite Es in Rt; exact Rt).
  destruct (compare_agrees Hc Rs Rc Rsym) as [Ha Hs].
  split; [now apply check_bounds_sound|exact Hs].
Qed.

End Games.
