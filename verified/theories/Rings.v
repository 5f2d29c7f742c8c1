(** Ordered rings and sums: what the other files reckon with. *)

From Coq Require Import ZArith QArith List Setoid Morphisms Lia Ring.
From Coq.micromega Require Import OrderedRing ZCoeff.
From AllNash Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.

Section Rings.

Variable K : OrderedRing.
Open Scope ring_scope.

Notation "0" := (zero K) : ring_scope.
Notation "1" := (one K) : ring_scope.
Notation "- x" := (kopp x) : ring_scope.

Global Instance keq_equivalence : Equivalence (@keq K) := SORsetoid (laws K).
Global Instance kadd_proper : Proper (@keq K ==> @keq K ==> @keq K) (@kadd K) := SORplus_wd (laws K).
Global Instance kmul_proper : Proper (@keq K ==> @keq K ==> @keq K) (@kmul K) := SORtimes_wd (laws K).
Global Instance kopp_proper : Proper (@keq K ==> @keq K) (@kopp K) := SORopp_wd (laws K).
Global Instance ksub_proper : Proper (@keq K ==> @keq K ==> @keq K) (@ksub K).
Proof. exact (rminus_morph (laws K)). Qed.
Global Instance kle_proper : Proper (@keq K ==> @keq K ==> iff) (@kle K) := SORle_wd (laws K).
Global Instance klt_proper : Proper (@keq K ==> @keq K ==> iff) (@klt K) := SORlt_wd (laws K).

Add Ring KRing : (SORrt (laws K)).

(** ** Order *)

Lemma le_refl (x : K) : x <= x. Proof. apply (Rle_refl (laws K)). Qed.
Lemma le_trans (x y z : K) : x <= y -> y <= z -> x <= z. Proof. apply (Rle_trans (laws K)). Qed.
Lemma lt_le_trans (x y z : K) : x < y -> y <= z -> x < z. Proof. apply (Rlt_le_trans (laws K)). Qed.
Lemma le_lt_trans (x y z : K) : x <= y -> y < z -> x < z. Proof. apply (Rle_lt_trans (laws K)). Qed.
Lemma le_antisymm (x y : K) : x <= y -> y <= x -> x == y. Proof. apply (Rle_antisymm (laws K)). Qed.
Lemma eq_le (x y : K) : x == y -> x <= y. Proof. intros ->; apply le_refl. Qed.
Lemma lt_le (x y : K) : x < y -> x <= y. Proof. intros H; apply (Rle_lt_eq (laws K)); auto. Qed.
Lemma lt_irrefl (x : K) : ~ x < x.
Proof. intros H; apply (Rlt_neq (laws K)) in H; apply H; reflexivity. Qed.
Lemma le_cases (x y : K) : x <= y \/ y < x. Proof. apply (Rle_gt_cases (laws K)). Qed.
Lemma le_not_lt (x y : K) : x <= y -> ~ y < x. Proof. apply (Rle_ngt (laws K)). Qed.
Lemma le_sub (x y : K) : x <= y <-> 0 <= y - x. Proof. apply (Rle_le_minus (laws K)). Qed.
Lemma lt_sub (x y : K) : x < y <-> 0 < y - x. Proof. apply (Rlt_lt_minus (laws K)). Qed.
Lemma le_diff (x y : K) : x <= y -> 0 <= y - x. Proof. apply le_sub. Qed.
Lemma lt_diff (x y : K) : x < y -> 0 < y - x. Proof. apply lt_sub. Qed.
Lemma add_le (x y z t : K) : x <= y -> z <= t -> x + z <= y + t. Proof. apply (Rplus_le_mono (laws K)). Qed.
Lemma add_nonneg (x y : K) : 0 <= x -> 0 <= y -> 0 <= x + y. Proof. apply (Rplus_nonneg_nonneg (laws K)). Qed.
Lemma add_pos_nonneg (x y : K) : 0 < x -> 0 <= y -> 0 < x + y. Proof. apply (Rplus_pos_nonneg (laws K)). Qed.
Lemma add_nonneg_pos (x y : K) : 0 <= x -> 0 < y -> 0 < x + y. Proof. apply (Rplus_nonneg_pos (laws K)). Qed.
Lemma mul_nonneg (x y : K) : 0 <= x -> 0 <= y -> 0 <= x * y. Proof. apply (Rtimes_nonneg_nonneg (laws K)). Qed.
Lemma mul_pos (x y : K) : 0 < x -> 0 < y -> 0 < x * y. Proof. apply (Rtimes_pos_pos (laws K)). Qed.
Lemma zero_lt_one : 0 < 1. Proof. apply (Rlt_0_1 (laws K)). Qed.
Lemma eq_cases (x y : K) : x == y \/ ~ x == y. Proof. apply (Req_em (laws K)). Qed.
Lemma neq_mul (x y : K) : ~ x == 0 -> x * y == 0 -> y == 0.
Proof.
  intros Hx H. destruct (eq_cases y 0) as [|Hy]; [assumption|].
  exfalso. revert H. apply (Rtimes_neq_0 (laws K)). auto.
Qed.
Lemma lt_neq (x : K) : 0 < x -> ~ x == 0.
Proof. intros H E. rewrite E in H. apply (lt_irrefl H). Qed.
Lemma nonneg_cases (x : K) : 0 <= x -> 0 < x \/ x == 0.
Proof. intros H. apply (Rle_lt_eq (laws K)) in H. destruct H; [auto|right; symmetry; auto]. Qed.
Lemma mul_le (z x y : K) : 0 <= z -> x <= y -> z * x <= z * y.
Proof.
  intros Hz H. apply le_sub in H. apply le_sub.
  setoid_replace (z * y - z * x) with (z * (y - x)) by ring. now apply mul_nonneg.
Qed.
Lemma mul_lt (z x y : K) : 0 < z -> x < y -> z * x < z * y.
Proof.
  intros Hz H. apply lt_sub in H. apply lt_sub.
  setoid_replace (z * y - z * x) with (z * (y - x)) by ring. now apply mul_pos.
Qed.
Lemma mul_le_cancel (z x y : K) : 0 < z -> z * x <= z * y -> x <= y.
Proof.
  intros Hz H. destruct (le_cases x y) as [|L]; [assumption|].
  exfalso. apply (le_not_lt H). now apply mul_lt.
Qed.
Lemma mul_lt_cancel (z x y : K) : 0 < z -> z * x < z * y -> x < y.
Proof.
  intros Hz H. destruct (le_cases y x) as [L|]; [|assumption].
  exfalso. apply (@le_not_lt (z * y) (z * x)); [apply mul_le; [now apply lt_le|assumption]|assumption].
Qed.
Lemma opp_le (x y : K) : - x <= - y <-> y <= x.
Proof.
  rewrite (le_sub (- x)), (le_sub y). setoid_replace (- y - - x) with (x - y) by ring. tauto.
Qed.
Lemma opp_lt (x y : K) : - x < - y <-> y < x.
Proof.
  rewrite (lt_sub (- x)), (lt_sub y). setoid_replace (- y - - x) with (x - y) by ring. tauto.
Qed.

(** ** Integers and rationals inside K *)

Notation Zphi := (of_Z K).
Notation Qphi := (of_Q K).

Lemma Zmorph : ring_morph 0 1 (@kadd K) (@kmul K) (@ksub K) (@kopp K) (@keq K)
  0%Z 1%Z Z.add Z.mul Z.sub Z.opp Zeq_bool Zphi.
Proof. exact (Zring_morph (laws K)). Qed.
Lemma of_Z_add a b : Zphi (a + b) == Zphi a + Zphi b. Proof. apply (morph_add Zmorph). Qed.
Lemma of_Z_mul a b : Zphi (a * b) == Zphi a * Zphi b. Proof. apply (morph_mul Zmorph). Qed.
Lemma of_Z_opp a : Zphi (- a) == - Zphi a. Proof. apply (morph_opp Zmorph). Qed.
Lemma of_Z_0 : Zphi 0%Z == 0. Proof. apply (morph0 Zmorph). Qed.
Lemma of_Z_1 : Zphi 1%Z == 1. Proof. apply (morph1 Zmorph). Qed.
Lemma of_Z_lt a b : (a < b)%Z -> Zphi a < Zphi b. Proof. apply (clt_morph (laws K)). Qed.
Lemma of_Z_le a b : (a <= b)%Z -> Zphi a <= Zphi b.
Proof. intros H. apply (Zcleb_morph (laws K)). now apply Z.leb_le. Qed.
Lemma of_Z_pos p : 0 < Zphi (Zpos p). Proof. rewrite <- of_Z_0. apply of_Z_lt. reflexivity. Qed.
Lemma of_Z_nonneg a : (0 <= a)%Z -> 0 <= Zphi a. Proof. rewrite <- of_Z_0. apply of_Z_le. Qed.
Lemma of_Z_neq a : a <> 0%Z -> ~ Zphi a == 0.
Proof.
  intros H. rewrite <- of_Z_0. destruct (Z.lt_trichotomy a 0) as [L|[E|L]]; [|contradiction|];
    apply of_Z_lt in L; intros E; rewrite E in L; exact (lt_irrefl L).
Qed.
Lemma part_spec p : Zphi (Zpos p) * part K p == 1. Proof. apply part_law. Qed.

Lemma of_Q_den (q : Q) : Zphi (Zpos (Qden q)) * Qphi q == Zphi (Qnum q).
Proof.
  unfold of_Q. setoid_replace (Zphi (Zpos (Qden q)) * (Zphi (Qnum q) * part K (Qden q)))
    with (Zphi (Qnum q) * (Zphi (Zpos (Qden q)) * part K (Qden q))) by ring.
  rewrite part_spec. ring.
Qed.

Lemma cancel_pos p (x y : K) : Zphi (Zpos p) * x == Zphi (Zpos p) * y -> x == y.
Proof.
  intros H. apply le_antisymm; apply mul_le_cancel with (z := Zphi (Zpos p));
    try apply of_Z_pos; apply eq_le; [|symmetry]; exact H.
Qed.

(** What a rational is in K is known by multiples of its denominator. *)
Lemma of_Q_unique (q : Q) (x : K) : Zphi (Zpos (Qden q)) * x == Zphi (Qnum q) -> Qphi q == x.
Proof. intros H. apply (@cancel_pos (Qden q)). rewrite of_Q_den. symmetry. exact H. Qed.

Lemma of_Q_add a b : Qphi (a + b)%Q == Qphi a + Qphi b.
Proof.
  apply of_Q_unique. destruct a as [na da], b as [nb db]. cbn [Qplus Qmult Qnum Qden].
  rewrite Pos2Z.inj_mul, of_Z_add, !of_Z_mul.
  pose proof (of_Q_den (na # da)) as Ha. pose proof (of_Q_den (nb # db)) as Hb. cbn [Qnum Qden] in *.
  rewrite <- Ha, <- Hb. ring.
Qed.
Lemma of_Q_mul a b : Qphi (a * b)%Q == Qphi a * Qphi b.
Proof.
  apply of_Q_unique. destruct a as [na da], b as [nb db]. cbn [Qplus Qmult Qnum Qden].
  rewrite Pos2Z.inj_mul, !of_Z_mul.
  pose proof (of_Q_den (na # da)) as Ha. pose proof (of_Q_den (nb # db)) as Hb. cbn [Qnum Qden] in *.
  rewrite <- Ha, <- Hb. ring.
Qed.
Lemma of_Q_opp a : Qphi (- a)%Q == - Qphi a.
Proof.
  apply of_Q_unique. cbn [Qopp Qnum Qden]. rewrite of_Z_opp.
  pose proof (of_Q_den a) as Ha. rewrite <- Ha. ring.
Qed.
Lemma of_Q_sub a b : Qphi (a - b)%Q == Qphi a - Qphi b.
Proof. unfold Qminus. rewrite of_Q_add, of_Q_opp. ring. Qed.
Lemma of_Q_Z a : Qphi (inject_Z a) == Zphi a.
Proof. apply of_Q_unique. cbn [inject_Z Qnum Qden]. rewrite of_Z_1. ring. Qed.
Lemma of_Q_0 : Qphi 0%Q == 0. Proof. apply of_Q_unique. cbn [inject_Z Qnum Qden]. rewrite of_Z_0. ring. Qed.
Lemma of_Q_1 : Qphi 1%Q == 1. Proof. apply of_Q_unique. cbn [inject_Z Qnum Qden]. rewrite of_Z_1. ring. Qed.

Lemma of_Q_le a b : (a <= b)%Q -> Qphi a <= Qphi b.
Proof.
  unfold Qle. intros H. apply of_Z_le in H. rewrite !of_Z_mul, <- !of_Q_den in H.
  apply mul_le_cancel with (z := Zphi (Zpos (Qden a)) * Zphi (Zpos (Qden b))).
  - apply mul_pos; apply of_Z_pos.
  - eapply le_trans; [|eapply le_trans; [exact H|]]; apply eq_le; ring.
Qed.
Lemma of_Q_lt a b : (a < b)%Q -> Qphi a < Qphi b.
Proof.
  unfold Qlt. intros H. apply of_Z_lt in H. rewrite !of_Z_mul, <- !of_Q_den in H.
  apply mul_lt_cancel with (z := Zphi (Zpos (Qden a)) * Zphi (Zpos (Qden b))).
  - apply mul_pos; apply of_Z_pos.
  - eapply le_lt_trans; [|eapply lt_le_trans; [exact H|]]; apply eq_le; ring.
Qed.
Global Instance of_Q_proper : Proper (Qeq ==> @keq K) (of_Q K).
Proof.
  intros a b H. apply le_antisymm; apply of_Q_le; rewrite H; apply Qle_refl.
Qed.

(** ** Sums *)

Lemma sum_ext n (f g : nat -> K) : (forall i, (i < n)%nat -> f i == g i) -> sum n f == sum n g.
Proof.
  induction n as [|n IH]; simpl; intros H; [reflexivity|].
  rewrite IH by (intros; apply H; lia). rewrite H by lia. reflexivity.
Qed.
Lemma sum_add n (f g : nat -> K) : sum n (fun i => f i + g i) == sum n f + sum n g.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_sub n (f g : nat -> K) : sum n (fun i => f i - g i) == sum n f - sum n g.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_mul_l n c (f : nat -> K) : sum n (fun i => c * f i) == c * sum n f.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_mul_r n c (f : nat -> K) : sum n (fun i => f i * c) == sum n f * c.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_opp n (f : nat -> K) : sum n (fun i => - f i) == - sum n f.
Proof. induction n as [|n IH]; simpl; [ring|rewrite IH; ring]. Qed.
Lemma sum_zero n (f : nat -> K) : (forall i, (i < n)%nat -> f i == 0) -> sum n f == 0.
Proof.
  induction n as [|n IH]; simpl; intros H; [reflexivity|].
  rewrite IH by (intros; apply H; lia). rewrite H by lia. ring.
Qed.
Lemma sum_swap n m (f : nat -> nat -> K) :
  sum n (fun i => sum m (fun j => f i j)) == sum m (fun j => sum n (fun i => f i j)).
Proof.
  induction n as [|n IH]; simpl.
  - symmetry. apply sum_zero. reflexivity.
  - rewrite IH, <- sum_add. reflexivity.
Qed.
Lemma sum_le n (f g : nat -> K) : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof.
  induction n as [|n IH]; simpl; intros H; [apply le_refl|].
  apply add_le; [apply IH; intros; apply H; lia|apply H; lia].
Qed.
Lemma sum_nonneg n (f : nat -> K) : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof.
  induction n as [|n IH]; simpl; intros H; [apply le_refl|].
  apply add_nonneg; [apply IH; intros; apply H; lia|apply H; lia].
Qed.
(** Of terms that are none below 0 and sum to no more than 0, each is 0. *)
Lemma sum_nonneg_zero n (f : nat -> K) : (forall i, (i < n)%nat -> 0 <= f i) -> sum n f <= 0 ->
  forall i, (i < n)%nat -> f i == 0.
Proof.
  induction n as [|n IH]; simpl; intros H Hs i Hi; [lia|].
  assert (0 <= sum n f) as H1 by (apply sum_nonneg; intros; apply H; lia).
  assert (0 <= f n) as H2 by (apply H; lia).
  assert (i = n \/ (i < n)%nat) as [->|Hlt] by lia.
  - apply le_antisymm; [|assumption]. eapply le_trans; [|exact Hs].
    apply le_sub. setoid_replace (sum n f + f n - f n) with (sum n f) by ring. assumption.
  - apply IH; [intros; apply H; lia| |assumption]. eapply le_trans; [|exact Hs].
    apply le_sub. setoid_replace (sum n f + f n - sum n f) with (f n) by ring. assumption.
Qed.
(** A sum with one term. *)
Lemma sum_single n k (f : nat -> K) : (k < n)%nat -> (forall i, (i < n)%nat -> i <> k -> f i == 0) ->
  sum n f == f k.
Proof.
  induction n as [|n IH]; simpl; intros Hk H; [lia|].
  destruct (Nat.eq_dec k n) as [->|Hne].
  - rewrite sum_zero by (intros; apply H; lia). ring.
  - rewrite IH by (try lia; intros; apply H; lia). rewrite (H n) by lia. ring.
Qed.
Global Instance sum_proper n : Proper (pointwise_relation nat (@keq K) ==> @keq K) (@sum K n).
Proof. intros f g H. apply sum_ext. intros; apply H. Qed.

End Rings.

Arguments le_refl {K}. Arguments zero_lt_one {K}.
