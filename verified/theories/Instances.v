(** The rationals and the reals are such rings. *)

From Coq Require Import ZArith QArith Qfield Reals Lra Lia Ring.
From Coq.micromega Require Import OrderedRing ZCoeff QMicromega RMicromega.
From Coq.setoid_ring Require Import InitialRing.
From AllNash Require Import Definitions.

Lemma Q_part p : Qeq (Qmult (gen_order_phi_Z 0 1 Qplus Qmult Qopp (Zpos p)) (1 # p)) 1.
Proof.
  assert (Qeq (gen_order_phi_Z 0 1 Qplus Qmult Qopp (Zpos p)) (inject_Z (Zpos p))) as ->.
  { unfold gen_order_phi_Z.
    rewrite (same_genZ (SORsetoid Qsor) (ring_ops_wd Qsor) (SORrt Qsor)). simpl.
    induction p as [p IH|p IH|]; simpl; [| |reflexivity]; rewrite IH; unfold Qeq; simpl; lia. }
  unfold Qeq; simpl; lia.
Qed.

Definition Q_ring : OrderedRing := {|
  carrier := Q; zero := 0%Q; one := 1%Q; kadd := Qplus; kmul := Qmult; ksub := Qminus; kopp := Qopp;
  keq := Qeq; kle := Qle; klt := Qlt; laws := Qsor; part := fun p => 1 # p; part_law := Q_part |}.

Open Scope R_scope.

Lemma R_part p : gen_order_phi_Z R0 R1 Rplus Rmult Ropp (Zpos p) * / IZR (Zpos p) = R1.
Proof.
  assert (gen_order_phi_Z R0 R1 Rplus Rmult Ropp (Zpos p) = IZR (Zpos p)) as ->.
  { unfold gen_order_phi_Z.
    rewrite (same_genZ (SORsetoid Rsor) (ring_ops_wd Rsor) (SORrt Rsor)). simpl.
    induction p as [p IH|p IH|]; simpl; [| |reflexivity]; rewrite IH.
    - rewrite (Pos2Z.inj_xI p), plus_IZR, mult_IZR. lra.
    - rewrite (Pos2Z.inj_xO p), mult_IZR. lra. }
  apply Rinv_r. apply not_0_IZR. discriminate.
Qed.

Definition R_ring : OrderedRing := {|
  carrier := R; zero := R0; one := R1; kadd := Rplus; kmul := Rmult; ksub := Rminus; kopp := Ropp;
  keq := @eq R; kle := Rle; klt := Rlt; laws := Rsor; part := fun p => / IZR (Zpos p);
  part_law := R_part |}.
