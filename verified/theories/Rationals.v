(** The rationals are such a ring. No axiom is loaded here: the reals are in Reals.v. *)

From Coq Require Import ZArith QArith Qfield Lia Ring.
From Coq.micromega Require Import OrderedRing ZCoeff QMicromega.
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
