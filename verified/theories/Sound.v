(** What the check accepts is true: of every game that agrees with the certificate. *)

From Coq Require Import ZArith NArith Nnat QArith List Bool Setoid Morphisms Lia Ring.
From Coq.micromega Require Import OrderedRing.
From AllNash Require Import Definitions Rings Pairs Check.

Set Implicit Arguments.
Unset Strict Implicit.

(** ** Lists *)

Lemma tmap_map {A B} (f : A -> B) l : tmap f l = map f l.
Proof.
  unfold tmap, rev'. rewrite <- rev_alt.
  enough (forall out, fold_left (fun out a => f a :: out) l out = rev (map f l) ++ out) as ->
    by (rewrite app_nil_r; apply rev_involutive).
  induction l as [|a l IH]; intros out; simpl; [reflexivity|]. rewrite IH, <- app_assoc. reflexivity.
Qed.

Lemma count_length {A} (l : list A) : count l = N.of_nat (length l).
Proof.
  unfold count.
  enough (forall n, fold_left (fun n _ => N.succ n) l n = (n + N.of_nat (length l))%N) as ->
    by reflexivity.
  induction l as [|a l IH]; intros n; simpl length; simpl fold_left; [lia|]. rewrite IH. lia.
Qed.

Lemma same_eq a b : same a b = true -> a = b.
Proof. unfold same. destruct (N.compare a b) eqn:E; try discriminate. now apply N.compare_eq_iff in E. Qed.
Lemma same_refl a : same a a = true. Proof. unfold same. now rewrite N.compare_refl. Qed.
Lemma same_neq a b : same a b = false -> a <> b.
Proof. intros H ->. now rewrite same_refl in H. Qed.

Lemma below_lt a b : below a b = true -> (a < b)%Q.
Proof. unfold below, Qlt. now rewrite Z.ltb_lt. Qed.
Lemma equal_eq a b : equal a b = true -> (a == b)%Q.
Proof. unfold equal, Qeq. now rewrite Z.eqb_eq. Qed.
Lemma le_Q a b : Qle_bool a b = true -> (a <= b)%Q.
Proof. apply Qle_bool_iff. Qed.

Lemma add_line_spec f w acc line out :
  add_line f w acc line out
  = rev out ++ map (fun p => add_term (fst p) w (f (snd p))) (combine acc line).
Proof.
  revert line out. induction acc as [|a acc IH]; intros [|c line] out; simpl;
    unfold rev'; rewrite <- ?rev_alt, ?app_nil_r; try reflexivity.
  rewrite IH. simpl. rewrite <- app_assoc. reflexivity.
Qed.

(** ** Terms *)

Lemma add_term_spec a w c : (add_term a w c == a + inject_Z w * c)%Q.
Proof.
  destruct a as [na da], c as [nc dc]. unfold add_term. cbn [Qnum Qden].
  destruct (Z.eqb_spec (Zpos dc) 1) as [Ec|_].
  - injection Ec as ->. destruct (Z.eqb_spec (Zpos da) 1) as [Ea|_].
    + injection Ea as ->. unfold Qeq; simpl; lia.
    + unfold Qeq; cbn [Qnum Qden Qplus Qmult inject_Z]. rewrite !Pos2Z.inj_mul. ring.
  - destruct (Z.eqb_spec (Zpos da mod Zpos dc) 0) as [Em|_].
    + apply Z.div_exact in Em; [|discriminate]. set (k := (Zpos da / Zpos dc)%Z) in *.
      unfold Qeq; cbn [Qnum Qden Qplus Qmult inject_Z]. rewrite !Pos2Z.inj_mul.
      rewrite Em. ring.
    + set (g := Z.gcd (Zpos da) (Zpos dc)).
      assert (0 < g)%Z as Hg.
      { assert (0 <= g)%Z by apply Z.gcd_nonneg. assert (g <> 0)%Z; [|lia].
        intros E. apply Z.gcd_eq_0_l in E. discriminate. }
      destruct (Z.gcd_divide_l (Zpos da) (Zpos dc)) as [a' Ha].
      destruct (Z.gcd_divide_r (Zpos da) (Zpos dc)) as [c' Hc]. fold g in Ha, Hc.
      assert (Zpos da / g = a')%Z as -> by (rewrite Ha; apply Z.div_mul; lia).
      assert (Zpos dc / g = c')%Z as -> by (rewrite Hc; apply Z.div_mul; lia).
      assert (0 < c')%Z by nia.
      unfold Qeq; cbn [Qnum Qden Qplus Qmult inject_Z]. rewrite !Pos2Z.inj_mul.
      rewrite Z2Pos.id by nia.
      rewrite Hc, Ha. ring.
Qed.

Section Sound.

Variable K : OrderedRing.
Open Scope ring_scope.
Notation "0" := (zero K) : ring_scope.
Notation "1" := (one K) : ring_scope.
Notation "- x" := (kopp x) : ring_scope.
Notation Zphi := (of_Z K).
Notation Qphi := (of_Q K).
Add Ring KRing3 : (SORrt (laws K)).
Local Opaque of_Z of_Q.

Lemma add_term_phi a w c : Qphi (add_term a w c) == Qphi a + Zphi w * Qphi c.
Proof. rewrite add_term_spec, of_Q_add, of_Q_mul, of_Q_Z. reflexivity. Qed.

(** ** Strategies *)

(** The sum over what a strategy plays. *)
Definition lsum (s : strategy) (f : nat -> K) : K :=
  fold_right (fun e acc => Qphi (snd e) * f (N.to_nat (fst e)) + acc) 0 s.

Lemma rising_bounds from n s : rising from n s = true ->
  forall k q, In (k, q) s -> (from <= k /\ k < n)%N /\ (0 < Qnum q)%Z.
Proof.
  revert from. induction s as [|[k' q'] s IH]; simpl; intros from H k q Hin; [contradiction|].
  apply andb_prop in H as [H Hr]. apply andb_prop in H as [H Hq]. apply andb_prop in H as [H1 H2].
  apply N.leb_le in H1. apply N.ltb_lt in H2. apply Z.ltb_lt in Hq.
  destruct Hin as [E|Hin]; [injection E as -> ->; auto|].
  specialize (IH _ Hr _ _ Hin). lia.
Qed.

Lemma probability_none s i : ~ plays s i -> probability K s i == 0.
Proof.
  induction s as [|[k q] s IH]; simpl; intros H; [reflexivity|].
  destruct (Nat.eqb_spec (N.to_nat k) i) as [E|E].
  - exfalso. apply H. exists q. left. rewrite <- E, N2Nat.id. reflexivity.
  - apply IH. intros [q' H']. apply H. exists q'. now right.
Qed.

Lemma probability_in from n s i : rising from n s = true -> forall q, In (N.of_nat i, q) s ->
  probability K s i = Qphi q.
Proof.
  revert from. induction s as [|[k' q'] s IH]; simpl; intros from H q Hin; [contradiction|].
  apply andb_prop in H as [H Hr].
  destruct Hin as [E|Hin].
  - injection E as -> ->. rewrite Nat2N.id, Nat.eqb_refl. reflexivity.
  - destruct (Nat.eqb_spec (N.to_nat k') i) as [E|E]; [|eauto].
    exfalso. pose proof (rising_bounds Hr Hin). lia.
Qed.

Lemma lsum_sum from n s f : rising from n s = true ->
  lsum s f == sum (N.to_nat n) (fun i => probability K s i * f i).
Proof.
  revert from. induction s as [|[k q] s IH]; simpl; intros from H.
  - symmetry. apply sum_zero. intros; ring.
  - pose proof H as H0. apply andb_prop in H as [H Hr]. apply andb_prop in H as [H _].
    apply andb_prop in H as [_ Hk]. apply N.ltb_lt in Hk.
    rewrite (IH _ Hr). rewrite <- (@sum_pure K (N.to_nat n) (N.to_nat k) (fun i => Qphi q * f i)) by lia.
    rewrite <- sum_add. apply sum_ext. intros i Hi. unfold pure.
    destruct (Nat.eqb_spec (N.to_nat k) i) as [E|E].
    + subst i. rewrite Nat.eqb_refl. rewrite (@probability_none s (N.to_nat k)); [ring|].
      intros [q' Hin]. rewrite N2Nat.id in Hin. pose proof (rising_bounds Hr Hin). lia.
    + assert (Nat.eqb i (N.to_nat k) = false) as -> by (apply Nat.eqb_neq; congruence). ring.
Qed.

Lemma weighs_term d q w : (w * Zpos (Qden q) = Qnum q * d)%Z -> Zphi d * Qphi q == Zphi w.
Proof.
  intros H. apply (@cancel_pos K (Qden q)).
  transitivity (Zphi d * (Zphi (Zpos (Qden q)) * Qphi q)); [ring|].
  rewrite of_Q_den, <- !of_Z_mul.
  replace (d * Qnum q)%Z with (Zpos (Qden q) * w)%Z by lia. reflexivity.
Qed.

Lemma weighs_total d s ws : weighs d s ws = true ->
  Zphi d * lsum s (fun _ => 1) == Zphi (fold_right Z.add 0%Z ws).
Proof.
  revert ws. induction s as [|[k q] s IH]; intros [|w ws]; simpl; intros H; try discriminate.
  - rewrite of_Z_0. ring.
  - apply andb_prop in H as [H Hr]. apply andb_prop in H as [_ Hw]. apply Z.eqb_eq in Hw.
    rewrite of_Z_add, <- (IH _ Hr), <- (weighs_term Hw). ring.
Qed.

Lemma total_fold ws : total ws = fold_right Z.add 0%Z ws.
Proof.
  unfold total. symmetry. rewrite fold_symmetric; [reflexivity|intros; lia|intros; lia].
Qed.

Lemma mixed_check_mixed n s d ws : mixed_check n s d ws = true ->
  mixed (N.to_nat n) (probability K s).
Proof.
  unfold mixed_check. intros H. apply andb_prop in H as [H Ht]. apply andb_prop in H as [H Hw].
  apply andb_prop in H as [Hd Hr]. apply Z.ltb_lt in Hd. apply Z.eqb_eq in Ht.
  split.
  - intros i Hi. destruct (plays_dec s i) as [[q Hin]|Hn].
    + rewrite (probability_in Hr Hin). destruct (rising_bounds Hr Hin) as [_ Hq].
      rewrite <- of_Q_0. apply of_Q_le. unfold Qle. simpl. lia.
    + rewrite (probability_none Hn). apply le_refl.
  - transitivity (lsum s (fun _ => 1)).
    { rewrite (lsum_sum _ Hr). apply sum_ext. intros; ring. }
    destruct d as [|p|p]; try discriminate. apply (@cancel_pos K p).
    rewrite (weighs_total Hw), <- total_fold, Ht. ring.
Qed.

Lemma mixed_check_rising n s d ws : mixed_check n s d ws = true -> rising 0 n s = true.
Proof. unfold mixed_check. intros H. repeat (apply andb_prop in H as [H ?]). assumption. Qed.
Lemma mixed_check_weighs n s d ws : mixed_check n s d ws = true -> weighs d s ws = true.
Proof. unfold mixed_check. intros H. repeat (apply andb_prop in H as [H ?]). assumption. Qed.
Lemma mixed_check_pos n s d ws : mixed_check n s d ws = true -> (0 < d)%Z.
Proof. unfold mixed_check. intros H. repeat (apply andb_prop in H as [H ?]). now apply Z.ltb_lt. Qed.

Lemma played_positive from n s i : rising from n s = true -> plays s i -> 0 < probability K s i.
Proof.
  intros Hr [q Hin]. rewrite (probability_in Hr Hin). destruct (rising_bounds Hr Hin) as [_ Hq].
  rewrite <- of_Q_0. apply of_Q_lt. unfold Qlt. simpl. lia.
Qed.

Lemma played_less from n s i : rising from n s = true -> plays s i -> (i < N.to_nat n)%nat.
Proof. intros Hr [q Hin]. pose proof (rising_bounds Hr Hin). lia. Qed.

(** ** The sums of the check lie below the true sums *)

Definition lower (f : cell -> Q) (s : strategy) (lines : list (list cell)) (B : nat -> nat -> K) : Prop :=
  forall t k q line j c, nth_error s t = Some (k, q) -> nth_error lines t = Some line ->
    nth_error line j = Some c -> Qphi (f c) <= B (N.to_nat k) j.

Lemma sums_length f ws lines acc m : (forall line, In line lines -> length line = m) ->
  length acc = m -> length (sums f ws lines acc) = m.
Proof.
  revert lines acc. induction ws as [|w ws IH]; intros [|line lines] acc Hl Ha; simpl; try assumption.
  apply IH; [intros; apply Hl; now right|].
  rewrite add_line_spec. simpl. rewrite map_length, combine_length, (Hl line) by now left. lia.
Qed.

Lemma nth_error_combine {A B} (l : list A) (l' : list B) j a b :
  nth_error l j = Some a -> nth_error l' j = Some b -> nth_error (combine l l') j = Some (a, b).
Proof.
  revert l l'. induction j as [|j IH]; intros [|x l] [|y l'] Ha Hb; simpl in *; try discriminate.
  - congruence.
  - auto.
Qed.

Lemma sums_le f d B m : forall s ws lines acc,
  weighs d s ws = true -> length lines = length s ->
  (forall line, In line lines -> length line = m) -> length acc = m ->
  lower f s lines B ->
  forall j a r, nth_error acc j = Some a -> nth_error (sums f ws lines acc) j = Some r ->
    Qphi r <= Qphi a + Zphi d * lsum s (fun i => B i j).
Proof.
  induction s as [|[k q] s IH]; intros [|w ws] [|line lines] acc Hw Hlen Hwidth Hacc Hlow j a r Ha Hr;
    simpl in *; try discriminate.
  - rewrite Ha in Hr. injection Hr as ->. apply eq_le. ring.
  - apply andb_prop in Hw as [Hw Hws]. apply andb_prop in Hw as [Hw0 Hw]. apply Z.leb_le in Hw0.
    apply Z.eqb_eq in Hw.
    assert (exists c, nth_error line j = Some c) as [c Hc].
    { destruct (nth_error line j) as [c|] eqn:E; [now exists c|].
      apply nth_error_None in E. rewrite (Hwidth line) in E by now left.
      assert (j < length acc)%nat by (apply nth_error_Some; congruence). lia. }
    assert (nth_error (add_line f w acc line nil) j = Some (add_term a w (f c))) as Hnew.
    { rewrite add_line_spec. simpl.
      now rewrite (map_nth_error _ _ _ (nth_error_combine Ha Hc)). }
    assert (length (add_line f w acc line nil) = m) as Hacc'.
    { rewrite add_line_spec. simpl. rewrite map_length, combine_length, (Hwidth line) by now left. lia. }
    injection Hlen as Hlen.
    assert (Qphi r <= Qphi (add_term a w (f c)) + Zphi d * lsum s (fun i => B i j)) as H.
    { apply (IH ws lines (add_line f w acc line nil) Hws Hlen); auto.
      intros t k' q' line' j' c' H1 H2 H3. exact (Hlow (S t) k' q' line' j' c' H1 H2 H3). }
    eapply le_trans; [exact H|]. rewrite add_term_phi.
    apply le_trans with (Qphi a + Zphi w * B (N.to_nat k) j + Zphi d * lsum s (fun i => B i j)).
    + apply add_le; [apply add_le; [apply le_refl|]|apply le_refl].
      apply mul_le; [now apply of_Z_nonneg|]. exact (Hlow 0%nat k q line j c eq_refl eq_refl Hc).
    + apply eq_le. rewrite <- (weighs_term Hw). ring.
Qed.

Lemma judge_sound strict target : forall found j t, judge strict target j t found = true ->
  forall p r, nth_error found p = Some r ->
    (target <= r)%Q /\ (strict = true -> ~ plays t (N.to_nat j + p) -> (target < r)%Q).
Proof.
  assert (forall r, (if strict then below target r else Qle_bool target r) = true ->
    (target <= r)%Q /\ (strict = true -> (target < r)%Q)) as Hone.
  { intros r H. destruct strict.
    - apply below_lt in H. split; [now apply Qlt_le_weak|auto].
    - apply le_Q in H. split; [assumption|discriminate]. }
  induction found as [|r0 found IH]; intros j t H p r Hp; [destruct p; discriminate|].
  cbn [judge] in H. destruct t as [|[k q] t].
  - apply andb_prop in H as [H0 H]. destruct p as [|p].
    + injection Hp as ->. apply Hone in H0. tauto.
    + specialize (IH _ _ H p r Hp). replace (N.to_nat j + S p)%nat with (N.to_nat (N.succ j) + p)%nat by lia.
      exact IH.
  - destruct (same k j) eqn:E.
    + apply same_eq in E. subst k. apply andb_prop in H as [H0 H]. destruct p as [|p].
      * injection Hp as ->. split; [now apply le_Q|].
        intros _ Hn. exfalso. apply Hn. exists q. left. f_equal. lia.
      * destruct (IH _ _ H p r Hp) as [H1 H2]. split; [assumption|].
        intros Hs Hn. apply H2; [assumption|]. intros [q' Hin]. apply Hn. exists q'. right.
        replace (N.to_nat j + S p)%nat with (N.to_nat (N.succ j) + p)%nat by lia. exact Hin.
    + apply andb_prop in H as [H0 H]. destruct p as [|p].
      * injection Hp as ->. apply Hone in H0. tauto.
      * specialize (IH _ _ H p r Hp). replace (N.to_nat j + S p)%nat with (N.to_nat (N.succ j) + p)%nat by lia.
        exact IH.
Qed.

Lemma target_phi d (q : Q) : Qphi (Qmake (d * Qnum q) (Qden q)) == Zphi d * Qphi q.
Proof.
  rewrite <- of_Q_Z, <- of_Q_mul. apply of_Q_proper. destruct q. unfold Qeq; simpl. lia.
Qed.

(** The strategy gets at least the target, and more where it must. *)
Lemma guarantee_sound f d s ws lines width strict target t B :
  (0 < d)%Z -> weighs d s ws = true -> length lines = length s ->
  guarantee f d ws lines width strict target t = true -> lower f s lines B ->
  forall j, (j < N.to_nat width)%nat ->
    Qphi target <= lsum s (fun i => B i j)
    /\ (strict = true -> ~ plays t j -> Qphi target < lsum s (fun i => B i j)).
Proof.
  intros Hd Hw Hlen H Hlow j Hj. unfold guarantee in H.
  destruct lines as [|first lines]; [discriminate|]. set (all := first :: lines) in *.
  apply andb_prop in H as [Hwidth H].
  assert (forall line, In line all -> length line = N.to_nat width) as Hl.
  { intros line Hin. rewrite forallb_forall in Hwidth. specialize (Hwidth _ Hin).
    apply same_eq in Hwidth. rewrite count_length in Hwidth. lia. }
  rewrite tmap_map in H. set (acc := map (fun _ : cell => (0 # 1)%Q) first) in *.
  assert (length acc = N.to_nat width) as Hacc by (unfold acc; rewrite map_length; apply Hl; now left).
  assert (length (sums f ws all acc) = N.to_nat width) as Hs by now apply sums_length.
  destruct (nth_error (sums f ws all acc) j) as [r|] eqn:Er;
    [|apply nth_error_None in Er; lia].
  assert (nth_error acc j = Some (0 # 1)%Q) as Ha.
  { destruct (nth_error acc j) as [a|] eqn:Ea; [|apply nth_error_None in Ea; lia].
    unfold acc in Ea. apply nth_error_In in Ea. apply in_map_iff in Ea as [c [<- _]]. reflexivity. }
  pose proof (sums_le Hw Hlen Hl Hacc Hlow Ha Er) as Hle.
  destruct (judge_sound H Er) as [J1 J2].
  rewrite of_Q_0 in Hle. assert (Qphi r <= Zphi d * lsum s (fun i => B i j)) as Hle'
    by (eapply le_trans; [exact Hle|apply eq_le; ring]).
  assert (0 < Zphi d) as Hd' by (rewrite <- of_Z_0; now apply of_Z_lt).
  split.
  - apply mul_le_cancel with (z := Zphi d); [assumption|]. eapply le_trans; [|exact Hle'].
    rewrite <- target_phi. now apply of_Q_le.
  - intros Hst Hn. apply mul_lt_cancel with (z := Zphi d); [assumption|].
    eapply lt_le_trans; [|exact Hle']. rewrite <- target_phi. apply of_Q_lt. now apply J2.
Qed.

Lemma row_dot_le f d (B : nat -> K) : forall line j t us acc r,
  weighs d t us = true ->
  (forall p c, nth_error line p = Some c -> Qphi (f c) <= B (N.to_nat j + p)%nat) ->
  row_dot f j t us line acc = Some r -> Qphi r <= Qphi acc + Zphi d * lsum t B.
Proof.
  induction line as [|c line IH]; intros j t us acc r Hw Hlow H.
  - destruct t as [|[k q] t], us; try discriminate H. injection H as ->. apply eq_le. simpl. ring.
  - cbn [row_dot] in H. destruct t as [|[k q] t], us as [|u us]; try discriminate.
    + injection H as ->. apply eq_le. simpl. ring.
    + assert (forall p c, nth_error line p = Some c -> Qphi (f c) <= B (N.to_nat (N.succ j) + p)%nat) as Hlow'.
      { intros p c' Hp. replace (N.to_nat (N.succ j) + p)%nat with (N.to_nat j + S p)%nat by lia.
        now apply Hlow. }
      destruct (same k j) eqn:E; [|exact (IH _ _ _ _ _ Hw Hlow' H)].
      apply same_eq in E. subst k. cbn [weighs] in Hw.
      apply andb_prop in Hw as [Hu Hw]. apply andb_prop in Hu as [Hu0 Hu]. apply Z.leb_le in Hu0.
      apply Z.eqb_eq in Hu. specialize (IH _ _ _ _ _ Hw Hlow' H). eapply le_trans; [exact IH|].
      rewrite add_term_phi. cbn [lsum fold_right fst snd].
      fold (lsum t B).
      apply le_trans with (Qphi acc + Zphi u * B (N.to_nat j) + Zphi d * lsum t B).
      * apply add_le; [apply add_le; [apply le_refl|]|apply le_refl].
        apply mul_le; [now apply of_Z_nonneg|]. specialize (Hlow 0%nat c eq_refl).
        now rewrite Nat.add_0_r in Hlow.
      * apply eq_le. rewrite <- (weighs_term Hu). ring.
Qed.

Lemma dots_sound f d t us lines target : (0 < d)%Z -> weighs d t us = true ->
  dots f d t us lines target = true ->
  forall line (B : nat -> K), In line lines ->
  (forall p c, nth_error line p = Some c -> Qphi (f c) <= B p) ->
  Qphi target <= lsum t B.
Proof.
  intros Hd Hw H line B Hin Hlow. unfold dots in H. rewrite forallb_forall in H. specialize (H _ Hin).
  cbn beta in H. destruct (row_dot f 0 t us line (0 # 1)) as [r|] eqn:E; [|discriminate].
  apply le_Q in H. apply mul_le_cancel with (z := Zphi d); [rewrite <- of_Z_0; now apply of_Z_lt|].
  rewrite <- target_phi. eapply le_trans; [apply of_Q_le; exact H|].
  eapply le_trans; [apply (row_dot_le (d := d) (B := B) Hw) with (2 := E); exact Hlow|].
  rewrite of_Q_0. apply eq_le. ring.
Qed.

(** ** Cells *)

Lemma least_le r c (a : K) : cell_ok r c = true -> said c a ->
  (forall l h, r = Some (l, h) -> Qphi l <= a) -> Qphi (least r c) <= a.
Proof.
  intros Hok Hs Hr. destruct c as [q|]; simpl in *.
  - apply eq_le. symmetry. exact Hs.
  - destruct r as [[l h]|]; [|discriminate]. eauto.
Qed.

Lemma least_opposite_le r c (a : K) : cell_ok r c = true -> said c a ->
  (forall l h, r = Some (l, h) -> a <= Qphi h) -> Qphi (least_opposite r c) <= - a.
Proof.
  intros Hok Hs Hr. destruct c as [q|]; simpl in *.
  - apply eq_le. rewrite Hs. rewrite <- of_Q_opp. reflexivity.
  - destruct r as [[l h]|]; [|discriminate]. specialize (Hr _ _ eq_refl).
    change (Qphi (- h)%Q <= - a). rewrite of_Q_opp. now apply opp_le.
Qed.

(** ** The rows that a strategy does not play *)

Lemma others_in n s r i : nth_error (others n s) r = Some i -> (i < n)%nat /\ ~ plays s i.
Proof.
  intros H. apply nth_error_In in H. unfold others in H. apply filter_In in H as [Hs Hn].
  apply in_seq in Hs. split; [lia|]. intros [q Hin]. apply negb_true_iff in Hn.
  assert (existsb (fun e => Nat.eqb (N.to_nat (fst e)) i) s = true); [|congruence].
  apply existsb_exists. exists (N.of_nat i, q). split; [assumption|]. simpl.
  rewrite Nat2N.id. apply Nat.eqb_refl.
Qed.

Lemma others_all n s i : (i < n)%nat -> ~ plays s i -> exists r, nth_error (others n s) r = Some i.
Proof.
  intros Hi Hn. apply In_nth_error. unfold others. apply filter_In. split; [apply in_seq; lia|].
  apply negb_true_iff. destruct (existsb _ s) eqn:E; [|reflexivity].
  apply existsb_exists in E as [[k q] [Hin E]]. simpl in E. apply Nat.eqb_eq in E.
  exfalso. apply Hn. exists q. rewrite <- E, N2Nat.id. exact Hin.
Qed.

Lemma others_length from n s : rising from n s = true ->
  (length (others (N.to_nat n) s) + length s = N.to_nat n)%nat.
Proof.
  intros H.
  set (f := fun i => existsb (fun e : N * Q => Nat.eqb (N.to_nat (fst e)) i) s).
  assert (forall l, length (filter f l) + length (filter (fun i => negb (f i)) l) = length l)%nat as Hsplit.
  { induction l as [|a l IH]; simpl; [reflexivity|]. destruct (f a); simpl; lia. }
  specialize (Hsplit (seq 0 (N.to_nat n))). rewrite seq_length in Hsplit.
  assert (length (filter f (seq 0 (N.to_nat n))) = length s) as E; [|change (others (N.to_nat n) s) with (filter (fun i => negb (f i)) (seq 0 (N.to_nat n))); lia].
  assert (NoDup (map (fun e : N * Q => N.to_nat (fst e)) s)) as Nd.
  { clear Hsplit f. revert from H. induction s as [|[k q] s IH]; intros from H; simpl; constructor.
    - intros Hin. apply in_map_iff in Hin as [[k' q'] [E Hin]]. simpl in E, H.
      apply andb_prop in H as [_ H]. pose proof (rising_bounds H Hin). lia.
    - simpl in H. apply andb_prop in H as [_ H]. eauto. }
  rewrite <- (map_length (fun e : N * Q => N.to_nat (fst e)) s).
  apply Nat.le_antisymm; apply NoDup_incl_length; try assumption.
  - apply NoDup_filter, seq_NoDup.
  - intros i Hin. apply filter_In in Hin as [_ Hf]. apply existsb_exists in Hf as [e [He E]].
    apply Nat.eqb_eq in E. apply in_map_iff. eauto.
  - intros i Hin. apply in_map_iff in Hin as [[k q] [E Hin]]. simpl in E.
    pose proof (rising_bounds H Hin). apply filter_In. split; [apply in_seq; lia|].
    apply existsb_exists. exists (k, q). split; [assumption|]. simpl. now apply Nat.eqb_eq.
Qed.

(** ** The check of a body *)

Record body_facts (strict : bool) (b : body) (t : strategy) (A : nat -> nat -> K) (lo hi : K) : Prop := {
  f_x : mixed (N.to_nat (rows b)) (probability K (row_strategy b));
  f_y : mixed (N.to_nat (columns b)) (probability K t);
  f_rows : rising 0 (rows b) (row_strategy b) = true;
  f_columns : rising 0 (columns b) t = true;
  f_low : forall j, (j < N.to_nat (columns b))%nat ->
    lo <= earns (N.to_nat (rows b)) A (probability K (row_strategy b)) j;
  f_low_strict : strict = true -> forall j, (j < N.to_nat (columns b))%nat -> ~ plays t j ->
    lo < earns (N.to_nat (rows b)) A (probability K (row_strategy b)) j;
  f_high : forall i, (i < N.to_nat (rows b))%nat ->
    concedes (N.to_nat (columns b)) A (probability K t) i <= hi;
  f_high_strict : strict = true -> forall i, (i < N.to_nat (rows b))%nat -> ~ plays (row_strategy b) i ->
    concedes (N.to_nat (columns b)) A (probability K t) i < hi
}.

Lemma same_indices_nth s t : same_indices s t = true ->
  forall p k q, nth_error t p = Some (k, q) -> exists q', nth_error s p = Some (k, q').
Proof.
  revert t. induction s as [|[k q] s IH]; intros [|[k' q'] t] H p k0 q0 Hp; simpl in H; try discriminate.
  - destruct p; discriminate.
  - apply andb_prop in H as [E H]. apply same_eq in E. subst k'. destruct p as [|p].
    + injection Hp as -> ->. now exists q.
    + exact (IH _ H _ _ _ Hp).
Qed.

Lemma same_indices_length s t : same_indices s t = true -> length s = length t.
Proof.
  revert t. induction s as [|[k q] s IH]; intros [|[k' q'] t] H; simpl in H; try discriminate; [reflexivity|].
  apply andb_prop in H as [_ H]. simpl. auto.
Qed.

Lemma same_indices_plays s t i : same_indices s t = true -> (plays s i <-> plays t i).
Proof.
  revert t. induction s as [|[k q] s IH]; intros [|[k' q'] t] H; simpl in H; try discriminate; [tauto|].
  apply andb_prop in H as [E H]. apply same_eq in E. subst k'. specialize (IH _ H).
  split; intros [p [E|Hin]].
  - exists q'. left. congruence.
  - destruct IH as [IH _]. destruct IH as [p' Hp]; [now exists p|]. exists p'. now right.
  - exists q. left. congruence.
  - destruct IH as [_ IH]. destruct IH as [p' Hp]; [now exists p|]. exists p'. now right.
Qed.

Lemma lsum_opp t f : lsum t (fun i => - f i) == - lsum t f.
Proof. induction t as [|[k q] t IH]; simpl; [ring|]. fold (lsum t (fun i => - f i)) (lsum t f). rewrite IH. ring. Qed.

Lemma cells_ok_in r lines line j c : forallb (forallb (cell_ok r)) lines = true -> In line lines ->
  nth_error line j = Some c -> cell_ok r c = true.
Proof.
  intros H Hin Hc. rewrite forallb_forall in H. specialize (H _ Hin). rewrite forallb_forall in H.
  apply H. eapply nth_error_In; eauto.
Qed.

Theorem check_body_sound strict b t lo hi A :
  (symmetric b = false -> t = column_strategy b) ->
  check_body strict b t lo hi = true -> agrees b A -> body_facts strict b t A (Qphi lo) (Qphi hi).
Proof.
  intros Ht H (Ar & Ac & Arange & Asym). unfold check_body in H.
  set (s := row_strategy b) in *. set (r := range b) in *.
  set (d := common s) in *. set (ws := weights d s) in *.
  set (e := common t) in *. set (us := weights e t) in *.
  apply andb_prop in H as [H Hrest]. apply andb_prop in H as [H Hg]. apply andb_prop in H as [H Hn].
  apply andb_prop in H as [H Hcc]. apply andb_prop in H as [H Hcr]. apply andb_prop in H as [H My].
  apply andb_prop in H as [_ Mx].
  apply same_eq in Hn. rewrite !count_length in Hn. apply Nat2N.inj in Hn.
  pose proof (mixed_check_rising Mx) as Rx. pose proof (mixed_check_rising My) as Ry.
  pose proof (mixed_check_weighs Mx) as Wx. pose proof (mixed_check_weighs My) as Wy.
  pose proof (mixed_check_pos Mx) as Dx. pose proof (mixed_check_pos My) as Dy.
  set (n := N.to_nat (rows b)) in *. set (m := N.to_nat (columns b)) in *.
  assert (forall k q, In (k, q) s -> (N.to_nat k < n)%nat) as Hs
    by (intros k q Hin; pose proof (rising_bounds Rx Hin); unfold n; lia).
  assert (forall k q, In (k, q) t -> (N.to_nat k < m)%nat) as Htm
    by (intros k q Hin; pose proof (rising_bounds Ry Hin); unfold m; lia).
  (* the width of the lines, so that entries are inside the game *)
  assert (forall line, In line (row_lines b) -> length line = m) as Hwidth.
  { intros line Hin. unfold guarantee in Hg. destruct (row_lines b); [discriminate|].
    apply andb_prop in Hg as [Hg _]. rewrite forallb_forall in Hg. specialize (Hg _ Hin).
    apply same_eq in Hg. rewrite count_length in Hg. unfold m. lia. }
  assert (lower (least r) s (row_lines b) A) as Lrow.
  { intros p k q line j c Hp Hl Hc. apply least_le.
    - eapply cells_ok_in; [exact Hcr| |exact Hc]. eapply nth_error_In; eauto.
    - eapply Ar; eauto.
    - intros l h E. apply (Arange l h); [exact E| |].
      + eapply Hs. eapply nth_error_In; eauto.
      + apply nth_error_In in Hl. fold m. rewrite <- (Hwidth line) by assumption.
        apply nth_error_Some. congruence. }
  assert (forall j, (j < m)%nat -> Qphi lo <= earns n A (probability K s) j
     /\ (strict = true -> ~ plays t j -> Qphi lo < earns n A (probability K s) j)) as Hlow.
  { intros j Hj. destruct (guarantee_sound Dx Wx Hn Hg Lrow Hj) as [G1 G2].
    rewrite (lsum_sum _ Rx) in G1, G2. split; assumption. }
  enough (forall i, (i < n)%nat -> concedes m A (probability K t) i <= Qphi hi
     /\ (strict = true -> ~ plays s i -> concedes m A (probability K t) i < Qphi hi)) as Hhigh.
  { constructor; fold n m s; try assumption.
    - exact (mixed_check_mixed Mx).
    - exact (mixed_check_mixed My).
    - intros j Hj. now apply Hlow.
    - intros Hst j Hj. now apply Hlow.
    - intros i Hi. now apply Hhigh.
    - intros Hst i Hi. now apply Hhigh. }
  destruct (symmetric b) eqn:Esym.
  - (* the column strategy as a row strategy of the same lines *)
    apply andb_prop in Hrest as [H Hg']. apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
    apply andb_prop in H as [Hsq Hsame]. apply same_eq in Hsq.
    assert (n = m) as Enm by (unfold n, m; congruence).
    specialize (Asym eq_refl).
    assert (lower (least r) t (row_lines b) A) as Lt.
    { intros p k q line j c Hp Hl Hc. destruct (same_indices_nth Hsame Hp) as [q' Hp'].
      exact (Lrow p k q' line j c Hp' Hl Hc). }
    assert (length (row_lines b) = length t) as Hlt
      by (rewrite Hn; now apply same_indices_length).
    intros i Hi.
    assert (concedes m A (probability K t) i
            == Qphi (mirror_sum b) - lsum t (fun k => A k i)) as E.
    { destruct (mixed_check_mixed My) as [_ One]. fold m in One.
      rewrite (lsum_sum _ Ry). fold m. unfold concedes.
      transitivity (sum m (fun j => Qphi (mirror_sum b) * probability K t j) - sum m (fun j => probability K t j * A j i)).
      - rewrite <- sum_sub. apply sum_ext. intros j Hj. destruct (plays_dec t j) as [Hp|Hnp].
        + assert (plays s j) as Hps by (now apply (same_indices_plays _ Hsame)).
          specialize (Asym j i Hps Hi). rewrite <- Asym. ring.
        + rewrite (probability_none Hnp). ring.
      - rewrite sum_mul_l, One. ring. }
    assert (i < N.to_nat (columns b))%nat as Hi' by (fold m; lia).
    destruct (guarantee_sound Dy Wy Hlt Hg' Lt Hi') as [G1 G2].
    rewrite of_Q_sub in G1, G2. rewrite E. split.
    + apply le_sub. apply le_diff in G1. eapply le_trans; [exact G1|]. apply eq_le. ring.
    + intros Hst Hnp. specialize (G2 Hst Hnp). apply lt_sub. apply lt_diff in G2.
      eapply lt_le_trans; [exact G2|]. apply eq_le. ring.
  - (* rows that are played by their lines, the others by the column lines *)
    specialize (Ht eq_refl).
    apply andb_prop in Hrest as [H Hd]. apply andb_prop in H as [Hnc Hg'].
    apply same_eq in Hnc. rewrite !count_length in Hnc. apply Nat2N.inj in Hnc.
    assert (forall i, concedes m A (probability K t) i == - lsum t (fun j => - A i j)) as E.
    { intros i. rewrite lsum_opp, (lsum_sum _ Ry). fold m. unfold concedes.
      transitivity (sum m (fun j => probability K t j * A i j)); [apply sum_ext; intros; ring|ring]. }
    intros i Hi. rewrite E. destruct (plays_dec s i) as [[q Hin]|Hnp].
    + split; [|intros _ Hnp; exfalso; apply Hnp; now exists q].
      apply In_nth_error in Hin as [p Hp].
      destruct (nth_error (row_lines b) p) as [line|] eqn:El;
        [|apply nth_error_None in El; assert (p < length s)%nat by (apply nth_error_Some; congruence); lia].
      assert (Qphi (- hi)%Q <= lsum t (fun j => - A i j)) as G.
      { apply (dots_sound Dy Wy Hd (line := line)); [eapply nth_error_In; eauto|].
        intros j c Hc. apply least_opposite_le.
        - eapply cells_ok_in; [exact Hcr|eapply nth_error_In; eauto|exact Hc].
        - rewrite <- (Nat2N.id i). exact (Ar p (N.of_nat i) q line j c Hp El Hc).
        - intros l h Er. apply (Arange l h); [exact Er|assumption|]. fold m.
          rewrite <- (Hwidth line) by (eapply nth_error_In; eauto). apply nth_error_Some. congruence. }
      rewrite of_Q_opp in G. apply opp_le.
      eapply le_trans; [exact G|]. apply eq_le. ring.
    + destruct (@others_all n s i Hi Hnp) as [p Hp].
      assert (p < N.to_nat (rows b - count s))%nat as Hp'.
      { assert (p < length (others n s))%nat by (apply nth_error_Some; congruence).
        pose proof (others_length Rx) as Hlen. fold n in Hlen. rewrite count_length. unfold n in *. lia. }
      assert (lower (least_opposite r) t (column_lines b)
                (fun j p => - A (nth p (others n s) 0%nat) j)) as Lc.
      { intros p' k q line j c Hp1 Hl Hc.
        assert (j < length (others n s))%nat as Hj.
        { unfold guarantee in Hg'. destruct (column_lines b) as [|l0 ls] eqn:El; [discriminate|].
          apply andb_prop in Hg' as [Hg' _]. rewrite forallb_forall in Hg'.
          specialize (Hg' line (nth_error_In _ _ Hl)). apply same_eq in Hg'.
          rewrite !count_length in Hg'. pose proof (others_length Rx) as Hlen. fold n in Hlen.
          assert (j < length line)%nat by (apply nth_error_Some; congruence). unfold n in *. lia. }
        destruct (nth_error (others n s) j) as [i'|] eqn:Eo; [|apply nth_error_None in Eo; lia].
        rewrite (nth_error_nth _ _ 0%nat Eo).
        destruct (others_in Eo) as [Hi' _].
        apply least_opposite_le.
        - eapply cells_ok_in; [exact Hcc|eapply nth_error_In; eauto|exact Hc].
        - rewrite Ht in Hp1. exact (Ac p' k q line j i' c Hp1 Hl Hc Eo).
        - intros l h Er. apply (Arange l h); [exact Er|assumption|].
          apply (Htm k q). eapply nth_error_In; eauto. }
      destruct (guarantee_sound Dy Wy Hnc Hg' Lc Hp') as [G1 G2].
      cbv beta in G1, G2. rewrite (nth_error_nth _ _ 0%nat Hp) in G1, G2. rewrite of_Q_opp in G1, G2.
      split.
      * apply opp_le. eapply le_trans; [exact G1|]. apply eq_le. ring.
      * intros Hst _. apply opp_lt. eapply lt_le_trans; [apply G2; [exact Hst|intros [q []]]|].
        apply eq_le. ring.
Qed.

(** ** The theorems *)

Lemma check_complementary c (A : nat -> nat -> K) : check c = true -> agrees (evidence c) A ->
  let b := evidence c in
  complementary (N.to_nat (rows b)) (N.to_nat (columns b)) A (row_strategy b) (column_strategy b)
    (Qphi (value c)) (probability K (row_strategy b)) (probability K (column_strategy b)).
Proof.
  intros H Ha b. unfold check in H. fold b in H, Ha.
  apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
  pose proof (check_body_sound (fun _ => eq_refl) H Ha) as F.
  constructor; try apply F; try reflexivity.
  - intros i _. apply (played_positive (f_rows F)).
  - intros j _. apply (played_positive (f_columns F)).
  - intros i _. apply probability_none.
  - intros j _. apply probability_none.
Qed.

Theorem check_sound c (A : nat -> nat -> K) : check c = true -> agrees (evidence c) A -> claim c A.
Proof.
  intros H Ha. pose proof (check_complementary H Ha) as C. cbv zeta in C.
  unfold claim. cbv zeta.
  split; [exact (pair_value C)|]. split; [exact (@value_unique _ _ _ _ _ _ _ _ _ C)|].
  split; [exact (@all_equilibria _ _ _ _ _ _ _ _ _ C)|]. split; [exact (own_pair C)|].
  split; [exact (@row_support _ _ _ _ _ _ _ _ _ C)|exact (@column_support _ _ _ _ _ _ _ _ _ C)].
Qed.

(** A game that is the same in the rows and columns that are played has the same equilibria. *)
Theorem irrelevance c (A B : nat -> nat -> K) : check c = true -> agrees (evidence c) A ->
  let b := evidence c in
  (forall i j, (i < N.to_nat (rows b))%nat -> (j < N.to_nat (columns b))%nat ->
     plays (row_strategy b) i \/ plays (column_strategy b) j -> A i j == B i j) ->
  forall x y, nash (N.to_nat (rows b)) (N.to_nat (columns b)) A x y
              <-> nash (N.to_nat (rows b)) (N.to_nat (columns b)) B x y.
Proof.
  intros H Ha b Same x y. exact (same_equilibria (check_complementary H Ha) Same x y).
Qed.

Lemma guarantees_value n m (A : nat -> nat -> K) x y lo hi v : row_guarantees n m A x lo ->
  column_guarantees n m A y hi -> is_value n m A v -> lo <= v /\ v <= hi.
Proof.
  intros [Hx Gx] [Hy Gy] [[x' [Hx' Gx']] [y' [Hy' Gy']]]. split.
  - eapply le_trans; [apply (Gx y' Hy')|apply (Gy' x Hx)].
  - eapply le_trans; [apply (Gx' y Hy)|apply (Gy x' Hx')].
Qed.

(** A strategy of one player serves the other in a game that is symmetric throughout. *)
Lemma symmetric_guarantee n (A : nat -> nat -> K) (k : K) x v :
  (forall i j, (i < n)%nat -> (j < n)%nat -> A i j + A j i == k) ->
  row_guarantees n n A x v -> column_guarantees n n A x (k - v).
Proof.
  intros Hs G. pose proof G as [Hx _]. apply column_guarantees_iff; [assumption|].
  rewrite row_guarantees_iff in G by assumption. intros i Hi.
  assert (concedes n A x i == k - earns n A x i) as ->.
  { unfold concedes, earns.
    transitivity (sum n (fun j => k * x j) - sum n (fun j => x j * A j i)).
    - rewrite <- sum_sub. apply sum_ext. intros j Hj. rewrite <- (Hs i j Hi Hj). ring.
    - rewrite sum_mul_l. destruct Hx as [_ ->]. ring. }
  specialize (G i Hi). apply le_sub. apply le_diff in G. eapply le_trans; [exact G|]. apply eq_le. ring.
Qed.

Lemma symmetric_guarantee' n (A : nat -> nat -> K) (k : K) y v :
  (forall i j, (i < n)%nat -> (j < n)%nat -> A i j + A j i == k) ->
  column_guarantees n n A y v -> row_guarantees n n A y (k - v).
Proof.
  intros Hs G. pose proof G as [Hy _]. apply row_guarantees_iff; [assumption|].
  rewrite column_guarantees_iff in G by assumption. intros i Hi.
  assert (earns n A y i == k - concedes n A y i) as ->.
  { unfold concedes, earns.
    transitivity (sum n (fun j => k * y j) - sum n (fun j => A i j * y j)).
    - rewrite <- sum_sub. apply sum_ext. intros j Hj. rewrite <- (Hs i j Hi Hj). ring.
    - rewrite sum_mul_l. destruct Hy as [_ ->]. ring. }
  specialize (G i Hi). apply le_sub. apply le_diff in G. eapply le_trans; [exact G|]. apply eq_le. ring.
Qed.

Lemma double_le (x y : K) : x + x <= y + y -> x <= y.
Proof.
  intros H. apply mul_le_cancel with (z := 1 + 1).
  - apply add_pos_nonneg; [apply zero_lt_one|apply lt_le, zero_lt_one].
  - eapply le_trans; [|eapply le_trans; [exact H|]]; apply eq_le; ring.
Qed.

Theorem check_bounds_sound c (A : nat -> nat -> K) : check_bounds c = true -> agrees (frame c) A -> claim_bounds c A.
Proof.
  intros H Ha. unfold check_bounds in H. set (b := frame c) in *.
  apply andb_prop in H as [H Hnear]. apply andb_prop in H as [H _].
  set (t := if symmetric b then row_strategy b else column_strategy b) in *.
  assert (symmetric b = false -> t = column_strategy b) as Ht by (unfold t; intros ->; reflexivity).
  pose proof H as Hbody. pose proof (check_body_sound Ht H Ha) as F.
  assert (row_guarantees (N.to_nat (rows b)) (N.to_nat (columns b)) A (probability K (row_strategy b)) (Qphi (low c))) as Gx
    by (apply row_guarantees_iff; apply F).
  assert (column_guarantees (N.to_nat (rows b)) (N.to_nat (columns b)) A (probability K t) (Qphi (high c))) as Gy
    by (apply column_guarantees_iff; apply F).
  unfold claim_bounds. fold b. cbv zeta. fold t.
  split; [exact Gx|]. split; [exact Gy|].
  split; [intros v; exact (guarantees_value Gx Gy)|].
  split.
  - intros E. rewrite E in Hnear. apply le_Q in Hnear. apply of_Q_le with (K := K) in Hnear.
    rewrite of_Q_sub in Hnear. exact Hnear.
  - intros E Hs v Hv. rewrite E in Hnear. apply andb_prop in Hnear as [Hsum Hnear].
    apply equal_eq in Hsum. apply le_Q in Hnear. apply of_Q_le with (K := K) in Hnear.
    rewrite of_Q_sub, !of_Q_add in Hnear.
    assert (Qphi (low c) + Qphi (high c) == Qphi (mirror_sum b)) as Hsum'
      by (rewrite <- of_Q_add; now rewrite Hsum).
    assert (columns b = rows b) as Esq.
    { unfold check_body in Hbody. rewrite E in Hbody. apply andb_prop in Hbody as [_ Hb].
      repeat (apply andb_prop in Hb as [Hb _]). symmetry. now apply same_eq. }
    rewrite Esq in Hv.
    assert (v + v == Qphi (mirror_sum b)) as Ev.
    { destruct Hv as [[x' Gx'] [y' Gy']].
      pose proof (symmetric_guarantee Hs Gx') as Gc. pose proof (symmetric_guarantee' Hs Gy') as Gr.
      apply le_antisymm.
      - destruct Gx' as [Hx' Gx']. destruct Gc as [_ Gc].
        assert (v <= Qphi (mirror_sum b) - v) as L by (eapply le_trans; [apply (Gx' x' Hx')|apply (Gc x' Hx')]).
        apply le_sub. apply le_diff in L. eapply le_trans; [exact L|apply eq_le; ring].
      - destruct Gy' as [Hy' Gy']. destruct Gr as [_ Gr].
        assert (Qphi (mirror_sum b) - v <= v) as L by (eapply le_trans; [apply (Gr y' Hy')|apply (Gy' y' Hy')]).
        apply le_sub. apply le_diff in L. eapply le_trans; [exact L|apply eq_le; ring]. }
    split; [exact Ev|]. split; apply double_le; eapply le_trans; [|exact Hnear| |exact Hnear]; apply eq_le.
    + rewrite <- Ev. ring.
    + rewrite <- Hsum' in Ev |- *.
      setoid_replace (Qphi (high c) - v + (Qphi (high c) - v))
        with (Qphi (high c) + Qphi (high c) - (v + v)) by ring.
      rewrite Ev. ring.
Qed.

End Sound.
