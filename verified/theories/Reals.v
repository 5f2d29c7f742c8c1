(** The reals are such a ring. Coq's reals rest on axioms of their own. *)

From Coq Require Import ZArith Reals Lra.
From Coq.micromega Require Import OrderedRing ZCoeff RMicromega.
From Coq.setoid_ring Require Import InitialRing.
From AllNash Require Import Definitions.

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
