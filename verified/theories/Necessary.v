(** What the check asks is needed: without it a false certificate is accepted. For each condition a
    checker that lacks it alone, a certificate that this checker accepts, and a game over the rationals
    that agrees with the certificate and of which the claim is false.

    Of the other conditions no forgery is shown here. [range_ok] is the file format's; payoffs inside the
    range and mirrored payoffs are what Exists.v needs, so that the claim is true of some game; that
    payoffs between played strategies are read, the half of the mirror sum, equal supports and the absence
    of column lines in a symmetric certificate are asked as the format asks them. *)

From Coq Require Import ZArith NArith QArith List Bool Lia.
From AllNash Require Import Definitions Check Rationals.
Import ListNotations.

(** The check, condition by condition. *)
Definition conditions (strict : bool) (c : certificate) : list bool :=
  let b := evidence c in
  let s := row_strategy b in
  let t := column_strategy b in
  let v := value c in
  let r := range b in
  let d := common s in
  let ws := weights d s in
  let e := common t in
  let us := weights e t in
  [ range_ok r;
    (0 <? d)%Z && rising 0 (rows b) s;
    weighs d s ws && (total ws =? d)%Z;
    (0 <? e)%Z && rising 0 (columns b) t;
    weighs e t us && (total us =? e)%Z;
    forallb (forallb (cell_ok r)) (row_lines b);
    forallb (forallb (cell_ok r)) (column_lines b);
    same (count (row_lines b)) (count s);
    guarantee (least r) d ws (row_lines b) (columns b) strict v t ]
  ++ (if symmetric b then
        [ same (rows b) (columns b);
          same_indices s t;
          same (count (column_lines b)) 0;
          mirror_check (mirror_sum b) (block t (row_lines b));
          guarantee (least r) e us (row_lines b) (columns b) strict (mirror_sum b - v)%Q s ]
      else
        [ same (count (column_lines b)) (count t);
          guarantee (least_opposite r) e us (column_lines b) (N.sub (rows b) (count s)) strict (- v)%Q nil;
          dots (least_opposite r) e t us (row_lines b) (- v)%Q ])
  ++ [ all_read (block t (row_lines b));
       if symmetric b then equal (v + v) (mirror_sum b) else true ].

Lemma conditions_check c : check c = forallb (fun x => x) (conditions true c).
Proof.
  unfold check, check_body, conditions, mixed_check. cbv zeta.
  destruct (symmetric (evidence c)); cbn [app forallb]; rewrite ?andb_true_r, ?andb_assoc; reflexivity.
Qed.

Definition without (k : nat) (c : certificate) : bool :=
  let l := conditions true c in forallb (fun x => x) (firstn k l ++ skipn (S k) l).

(** A forgery: accepted without one condition, false of a game that it agrees with. *)
Definition forged (accepts : certificate -> bool) : Prop :=
  exists (c : certificate) (A : nat -> nat -> Q_ring), accepts c = true /\ agrees (evidence c) A /\ ~ claim c A.

Definition plain (rows columns : N) (symmetric : bool) s t row_lines column_lines v : certificate :=
  {| evidence := {| rows := rows; columns := columns; symmetric := symmetric; range := None;
                    row_strategy := s; column_strategy := t; row_lines := row_lines;
                    column_lines := column_lines |};
     value := v |}.

Definition table (g : list (list Q)) : nat -> nat -> Q_ring := fun i j => nth j (nth i g nil) 0%Q.
Definition alone (k : nat) : nat -> Q_ring := fun i => if Nat.eqb i k then 1%Q else 0%Q.

Local Open Scope Q_scope.
Notation "! z" := (Some (z # 1)) (at level 0, z at level 0).

(* Every cell of a small certificate, one by one. *)
Ltac cells :=
  repeat match goal with
  | H : nth_error nil ?t = Some _ |- _ => is_var t; destruct t; discriminate H
  | H : nth_error (_ :: _) ?t = Some _ |- _ => is_var t; destruct t; cbn [nth_error] in *
  | H : Some _ = Some _ |- _ => injection H; clear H; intros; subst
  | H : None = Some _ |- _ => discriminate H
  end.
Ltac agreeing :=
  split; [|split; [|split]];
  [ cbn; intros; cells; vm_compute; try reflexivity; exact I
  | cbn; intros; cells;
    try match goal with
    | H : _ = Some _ |- _ => vm_compute in H; first [discriminate H|injection H; intros; subst]
    end; vm_compute; try reflexivity; exact I
  | cbn; intros; discriminate
  | cbn; try (intros; discriminate); intros _ ?i ?j [?q ?Hp] ?Hj; cbn in *;
    repeat match goal with
    | H : _ \/ _ |- _ => destruct H
    | H : False |- _ => destruct H
    | H : (_, _) = (N.of_nat ?i, _) |- _ =>
        destruct i as [|[|[|i]]]; first [exfalso; injection H; intros; lia|clear H]
    end; do 3 (destruct j as [|j]; [vm_compute; reflexivity|]); lia ].
Ltac unmixed := intros (_ & _ & _ & ((_ & Hx) & (_ & Hy) & _) & _); vm_compute in Hx, Hy; congruence.
Ltac is_mixed := split; [intros i _; destruct i as [|[|[|i]]]; vm_compute; discriminate|vm_compute; reflexivity].
Lemma row_gain c (A : nat -> nat -> Q_ring) k : claim c A -> let b := evidence c in
  mixed (N.to_nat (rows b)) (alone k) ->
  kle (payoff (N.to_nat (rows b)) (N.to_nat (columns b)) A (alone k) (probability Q_ring (column_strategy b)))
      (payoff (N.to_nat (rows b)) (N.to_nat (columns b)) A (probability Q_ring (row_strategy b)) (probability Q_ring (column_strategy b))).
Proof. intros (_ & _ & _ & (_ & _ & B & _) & _) b Hm. exact (B _ Hm). Qed.
Lemma column_gain c (A : nat -> nat -> Q_ring) k : claim c A -> let b := evidence c in
  mixed (N.to_nat (columns b)) (alone k) ->
  kle (payoff (N.to_nat (rows b)) (N.to_nat (columns b)) A (probability Q_ring (row_strategy b)) (probability Q_ring (column_strategy b)))
      (payoff (N.to_nat (rows b)) (N.to_nat (columns b)) A (probability Q_ring (row_strategy b)) (alone k)).
Proof. intros (_ & _ & _ & (_ & _ & _ & B) & _) b Hm. exact (B _ Hm). Qed.
Ltac row_gains k :=
  let H := fresh in let G := fresh in
  intros H; assert (G := @row_gain _ _ k H ltac:(is_mixed)); vm_compute in G; apply G; reflexivity.
Ltac column_gains k :=
  let H := fresh in let G := fresh in
  intros H; assert (G := @column_gain _ _ k H ltac:(is_mixed)); vm_compute in G; apply G; reflexivity.
Ltac forge c g := exists c, (table g); split; [vm_compute; reflexivity|split; [agreeing|]].

Local Notation only k := [(k%N, 1)].

(** Indices that rise and probabilities above 0: an index twice, an index that is not played. *)
Example rows_rise : forged (without 1).
Proof. forge (plain 1 1 false [(0%N, 1#2); (0%N, 1#2)] (only 0) [[!0]; [!0]] [[]] 0) [[0]]. unmixed. Qed.
Example columns_rise : forged (without 3).
Proof.
  forge (plain 1 2 false (only 0) [(0%N, 1); (1%N, 0)] [[!0; !5]] [[]; []] 0) [[0; 5]].
  intros (_ & _ & H & N & _). apply H in N as [(_ & _ & E & _) _].
  assert (L : (1 < 2)%nat) by lia. specialize (E 1%nat L). vm_compute in E.
  assert (P : plays [(0%N, 1); (1%N, 0)] 1) by (exists 0; right; now left). specialize (E P). discriminate E.
Qed.

(** Probabilities that sum to 1. *)
Example rows_sum : forged (without 2).
Proof. forge (plain 1 1 false [(0%N, 2)] (only 0) [[!1]] [[]] 1) [[1]]. unmixed. Qed.
Example columns_sum : forged (without 4).
Proof. forge (plain 1 1 false (only 0) [(0%N, 2)] [[!(-1)]] [[]] (-1)) [[-1]]. unmixed. Qed.

(** No unread payoff without a range. *)
Example rows_read : forged (without 5).
Proof. forge (plain 1 2 false (only 0) (only 0) [[!(-1); None]] [[]] (-1)) [[-1; -5]]. column_gains 1%nat. Qed.
Example columns_read : forged (without 6).
Proof. forge (plain 2 1 false (only 0) (only 0) [[!1]] [[None]] 1) [[1]; [5]]. row_gains 1%nat. Qed.

(** A line for each index that is played. *)
Example a_line_each : forged (without 7).
Proof.
  forge (plain 2 1 false [(0%N, 1#2); (1%N, 1#2)] (only 0) [[!(-2)]] [[]] (-2)) [[-2]; [100]].
  row_gains 1%nat.
Qed.
Example a_column_line_each : forged (without 9).
Proof.
  forge (plain 2 2 false (only 0) [(0%N, 1#2); (1%N, 1#2)] [[!0; !0]] [[!(-1)]] 0) [[0; 0]; [-1; 100]].
  row_gains 1%nat.
Qed.

(** What the row strategy earns, what the column strategy concedes outside and inside the lines. *)
Example earnings : forged (without 8).
Proof. forge (plain 1 2 false (only 0) (only 0) [[!0; !(-5)]] [[]] 0) [[0; -5]]. column_gains 1%nat. Qed.
Example concessions : forged (without 10).
Proof. forge (plain 2 1 false (only 0) (only 0) [[!0]] [[!5]] 0) [[0]; [5]]. row_gains 1%nat. Qed.
Example concessions_inside : forged (without 11).
Proof.
  forge (plain 2 1 false (only 0) (only 0) [[!5]] [[!(-1)]] 0) [[5]; [-1]].
  intros (_ & _ & H & N & _). apply H in N as [(_ & _ & E & _) _].
  assert (L : (0 < 1)%nat) by lia. specialize (E 0%nat L). vm_compute in E.
  assert (P : plays (only 0) 0) by (exists 1; now left). specialize (E P). discriminate E.
Qed.

(** A symmetric game is square; both strategies are looked at. *)
Example square : forged (without 9).
Proof. forge (plain 2 1 true (only 0) (only 0) [[!0]] [] 0) [[0; -5]; [5]]. row_gains 1%nat. Qed.
Example both_strategies : forged (without 13).
Proof.
  forge (plain 3 3 true [(0%N, 1#3); (1%N, 1#3); (2%N, 1#3)] [(0%N, 1#2); (1%N, 1#4); (2%N, 1#4)]
           [[!0; !(-1); !1]; [!1; !0; !(-1)]; [!(-1); !1; !0]] [] 0) [[0; -1; 1]; [1; 0; -1]; [-1; 1; 0]].
  row_gains 1%nat.
Qed.

Lemma zero_sum (a b c : Q) : 0 + (0 + a * 0 * b + a * 0 * c) == 0.
Proof. ring. Qed.
Lemma zero_game (x y : nat -> Q_ring) : payoff (K := Q_ring) 1 2 (table [[0; 0]]) x y == 0.
Proof. exact (zero_sum (x 0%nat) (y 0%nat) (y 1%nat)). Qed.

(** Inequalities that are strict: or a tie outside the supports goes unseen. *)
Example strictness : forged (fun c => forallb (fun x => x) (conditions false c)).
Proof.
  forge (plain 1 2 false (only 0) (only 0) [[!0; !0]] [[]] 0) [[0; 0]].
  intros (_ & _ & _ & _ & _ & S). destruct (S 1%nat) as [_ S1]; [cbn; lia|].
  assert (P : plays (only 0) 1); [|destruct P as [q [E|[]]]; discriminate E].
  apply S1. exists (alone 0), (alone 1). split; [|vm_compute; reflexivity].
  split; [is_mixed|]. split; [is_mixed|]. split.
  - intros x' _. apply Qle_lteq. right. transitivity 0; [apply zero_game|symmetry; apply zero_game].
  - intros y' _. apply Qle_lteq. right. transitivity 0; [apply zero_game|symmetry; apply zero_game].
Qed.
