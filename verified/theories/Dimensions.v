(** The dimensions of both optimal sets, and uniqueness, from evidence that anyone may supply. *)

From Coq Require Import ZArith NArith Nnat QArith List Bool Setoid Morphisms Lia Ring.
From Coq.micromega Require Import OrderedRing.
From AllNash Require Import Definitions Rings Pairs Check Sound Games.

Set Implicit Arguments.
Unset Strict Implicit.

(** ** Transposed blocks *)

Lemma push_nth line cols c x col : nth_error line c = Some x -> nth_error cols c = Some col ->
  nth_error (push line cols) c = Some (x :: col).
Proof.
  revert line cols. induction c as [|c IH]; intros [|y line] [|col' cols] Hx Hc; simpl in *; try discriminate.
  - congruence.
  - auto.
Qed.

Lemma transpose_nth width b : (forall line, In line b -> length line = length width) ->
  forall c, (c < length width)%nat -> exists col, nth_error (transpose width b) c = Some col
    /\ length col = length b
    /\ forall a line, nth_error b a = Some line -> nth_error col a = nth_error line c.
Proof.
  induction b as [|line b IH]; intros Hw c Hc; simpl.
  - exists nil. split; [|split; [reflexivity|intros [|a] line; discriminate]].
    destruct (nth_error width c) as [x|] eqn:E; [|apply nth_error_None in E; lia].
    now rewrite (map_nth_error _ _ _ E).
  - destruct (IH (fun l H => Hw l (or_intror H)) c Hc) as (col & Hcol & Hlen & Hnth).
    assert (exists x, nth_error line c = Some x) as [x Hx].
    { destruct (nth_error line c) as [x|] eqn:E; [now exists x|].
      apply nth_error_None in E. rewrite (Hw line) in E by (now left). lia. }
    exists (x :: col). split; [now apply push_nth|]. split; [simpl; lia|].
    intros [|a] line' Ha; simpl in *; [congruence|]. now apply Hnth.
Qed.

Lemma push_length line cols : length line = length cols -> length (push line cols) = length cols.
Proof.
  revert cols. induction line as [|x line IH]; intros [|c cols] H; simpl in *; try lia.
  rewrite IH; lia.
Qed.

Lemma transpose_length width b : (forall line, In line b -> length line = length width) ->
  length (transpose width b) = length width.
Proof.
  induction b as [|line b IH]; intros Hw; simpl; [apply map_length|].
  rewrite push_length; rewrite IH; auto with datatypes.
Qed.

Lemma is_member_in l k : is_member l k = true <-> In k l.
Proof.
  unfold is_member. rewrite existsb_exists. split.
  - intros [x [Hx E]]. apply same_eq in E. now subst.
  - intros H. exists k. split; [assumption|apply same_refl].
Qed.

(** ** A matrix that is the unit matrix modulo p has no kernel *)

Section Kernel.

Variable K : OrderedRing.
Open Scope ring_scope.
Notation "0" := (zero K) : ring_scope.
Notation "1" := (one K) : ring_scope.
Notation "- x" := (kopp x) : ring_scope.
Notation Zphi := (of_Z K).
Notation Qphi := (of_Q K).
Add Ring KRing4 : (SORrt (laws K)).
Local Opaque of_Z of_Q.

Definition delta (a b : nat) : Z := if Nat.eqb a b then 1%Z else 0%Z.

Lemma no_kernel p : (1 < p)%Z -> forall r (W : nat -> nat -> Z),
  (forall a b, (a < r)%nat -> (b < r)%nat -> (p | W a b - delta a b)%Z) ->
  forall e : nat -> K, (forall b, (b < r)%nat -> sum r (fun a => e a * Zphi (W a b)) == 0) ->
  forall a, (a < r)%nat -> e a == 0.
Proof.
  intros Hp. induction r as [|r IH]; intros W HW e He; [intros; lia|].
  assert (~ Zphi (W r r) == 0) as Hne.
  { apply of_Z_neq. intros E. destruct (HW r r) as [k Hk]; [lia|lia|].
    unfold delta in Hk. rewrite Nat.eqb_refl, E in Hk.
    assert (p | 1)%Z as Hd by (exists (- k)%Z; lia). apply Z.divide_pos_le in Hd; lia. }
  set (W' := fun a b => (W r r * W a b - W a r * W r b)%Z).
  assert (forall a, (a < r)%nat -> e a == 0) as Hlow.
  { apply (IH W').
    - intros a b Ha Hb. unfold W'.
      destruct (HW r r) as [k Hk]; [lia|lia|]. destruct (HW a b) as [l Hl]; [lia|lia|].
      destruct (HW a r) as [u Hu]; [lia|lia|]. destruct (HW r b) as [w Hw]; [lia|lia|].
      unfold delta in *. rewrite Nat.eqb_refl in Hk.
      replace (Nat.eqb a r) with false in Hu by (symmetry; apply Nat.eqb_neq; lia).
      replace (Nat.eqb r b) with false in Hw by (symmetry; apply Nat.eqb_neq; lia).
      set (dl := if Nat.eqb a b then 1%Z else 0%Z) in *.
      exists (k * W a b + l - u * W r b)%Z.
      replace (W r r) with (k * p + 1)%Z by lia. replace (W a r) with (u * p)%Z by lia.
      assert (W a b = l * p + dl)%Z as -> by lia. ring.
    - intros b Hb. pose proof (He b) as Eb. pose proof (He r) as Er. simpl in Eb, Er.
      assert (sum r (fun a => e a * Zphi (W' a b))
              == Zphi (W r r) * sum r (fun a => e a * Zphi (W a b))
                 - Zphi (W r b) * sum r (fun a => e a * Zphi (W a r))) as ->.
      { rewrite <- !sum_mul_l, <- sum_sub. apply sum_ext. intros a _. unfold W', Z.sub.
        rewrite of_Z_add, of_Z_opp, !of_Z_mul. ring. }
      assert (sum r (fun a => e a * Zphi (W a b)) == - (e r * Zphi (W r b))) as ->.
      { setoid_replace (sum r (fun a => e a * Zphi (W a b)))
          with (sum r (fun a => e a * Zphi (W a b)) + e r * Zphi (W r b) - e r * Zphi (W r b)) by ring.
        rewrite Eb by lia. ring. }
      assert (sum r (fun a => e a * Zphi (W a r)) == - (e r * Zphi (W r r))) as ->.
      { setoid_replace (sum r (fun a => e a * Zphi (W a r)))
          with (sum r (fun a => e a * Zphi (W a r)) + e r * Zphi (W r r) - e r * Zphi (W r r)) by ring.
        rewrite Er by lia. ring. }
      ring. }
  intros a Ha. assert (a = r \/ (a < r)%nat) as [->|Hlt] by lia; [|auto].
  apply (@neq_mul K (Zphi (W r r))); [assumption|].
  specialize (He r ltac:(lia)). simpl in He.
  rewrite sum_zero in He by (intros i Hi; rewrite (Hlow i Hi); ring).
  rewrite <- He. ring.
Qed.

(** ** Sums over lists of indices *)

Lemma sum_shift n (f : nat -> K) : sum (S n) f == f 0%nat + sum n (fun i => f (S i)).
Proof. induction n as [|n IH]; [simpl; ring|]. cbn [sum] in *. rewrite IH. ring. Qed.

(** A sum over all indices is one over those where it is not 0. *)
Lemma sum_list n (l : list nat) : NoDup l -> (forall k, In k l -> (k < n)%nat) ->
  forall f : nat -> K, (forall i, (i < n)%nat -> ~ In i l -> f i == 0) ->
  sum n f == sum (length l) (fun a => f (nth a l 0%nat)).
Proof.
  induction l as [|k l IH]; intros Hd Hlt f Hz.
  - simpl. apply sum_zero. intros i Hi. now apply Hz.
  - cbn [length]. rewrite sum_shift. cbn [nth].
    inversion Hd as [|k' l' Hk Hd']; subst.
    set (g := fun i => if Nat.eqb i k then 0 else f i).
    assert (sum n f == f k + sum n g) as ->.
    { rewrite <- (@sum_pure K n k (fun i => f i)) by (apply Hlt; now left). rewrite <- sum_add.
      apply sum_ext. intros i _. unfold pure, g. destruct (Nat.eqb i k); ring. }
    rewrite (IH Hd') with (f := g).
    + apply kadd_proper; [reflexivity|]. apply sum_ext. intros a Ha. unfold g.
      destruct (Nat.eqb_spec (nth a l 0%nat) k) as [E|E]; [|reflexivity].
      exfalso. apply Hk. rewrite <- E. now apply nth_In.
    + intros k' Hk'. apply Hlt. now right.
    + intros i Hi Hn. unfold g. destruct (Nat.eqb_spec i k) as [E|E]; [reflexivity|].
      apply Hz; [assumption|]. intros [E'|H']; [congruence|contradiction].
Qed.

(** ** Products *)

Lemma add_multiple_nth m : forall acc row b, length acc = length row ->
  nth b (add_multiple m acc row) 0%Z = (nth b acc 0 + m * nth b row 0)%Z.
Proof.
  induction acc as [|a acc IH]; intros [|r row] b H; simpl in *; try discriminate.
  - destruct b; simpl; ring.
  - destruct b as [|b]; [reflexivity|]. apply IH. lia.
Qed.
Lemma add_multiple_length m : forall acc row, length acc = length row ->
  length (add_multiple m acc row) = length acc.
Proof.
  induction acc as [|a acc IH]; intros [|r row] H; simpl in *; try discriminate; [reflexivity|].
  rewrite IH; lia.
Qed.

Lemma times_nth r : forall line mat acc, (forall row, In row mat -> length row = r) -> length acc = r ->
  length line = length mat -> length (times line mat acc) = r
  /\ forall b, Zphi (nth b (times line mat acc) 0%Z)
    == Zphi (nth b acc 0%Z) + sum (length line) (fun c => Zphi (nth c line 0%Z) * Zphi (nth b (nth c mat nil) 0%Z)).
Proof.
  induction line as [|m line IH]; intros [|row mat] acc Hr Ha Hl; simpl in Hl; try discriminate.
  - simpl. split; [assumption|]. intros; ring.
  - cbn [times]. injection Hl as Hl.
    assert (length row = r) as Hrow by (apply Hr; now left).
    destruct (IH mat (add_multiple m acc row)) as [L1 L2].
    + intros; apply Hr; now right.
    + rewrite add_multiple_length; congruence.
    + assumption.
    + split; [assumption|]. intros b. rewrite L2, add_multiple_nth by congruence.
      cbn [length]. rewrite sum_shift, of_Z_add, of_Z_mul. cbn [nth]. ring.
Qed.

Lemma is_unit_nth p a : forall line b, is_unit p a b line = true -> (0 < p)%Z ->
  forall k, (k < length line)%nat -> (p | nth k line 0 - delta (N.to_nat a) (N.to_nat b + k))%Z.
Proof.
  induction line as [|w line IH]; intros b H Hp k Hk; simpl in *; [lia|].
  apply andb_prop in H as [H1 H2]. apply Z.eqb_eq in H1. destruct k as [|k].
  - apply Z.mod_divide; [lia|]. rewrite <- H1. do 2 f_equal. unfold delta.
    destruct (same a b) eqn:E.
    + apply same_eq in E. subst. rewrite Nat.add_0_r, Nat.eqb_refl. reflexivity.
    + apply same_neq in E. destruct (Nat.eqb_spec (N.to_nat a) (N.to_nat b + 0)); [lia|reflexivity].
  - replace (N.to_nat b + S k)%nat with (N.to_nat (N.succ b) + k)%nat by lia.
    apply IH; [assumption|assumption|lia].
Qed.

Lemma is_whole_nth d : forall line ws, is_whole d line ws = true -> length ws = length line
  /\ forall c, (c < length line)%nat -> exists q, nth_error line c = Some (Some q)
     /\ Zphi (nth c ws 0%Z) == Zphi d * Qphi q.
Proof.
  induction line as [|[q|] line IH]; intros [|w ws] H; simpl in H; try discriminate.
  - split; [reflexivity|]. simpl. intros; lia.
  - apply andb_prop in H as [H1 H2]. apply Z.eqb_eq in H1. destruct (IH _ H2) as [L N].
    split; [simpl; congruence|]. intros [|c] Hc; simpl in *.
    + exists q. split; [reflexivity|]. symmetry. now apply weighs_term.
    + apply N. lia.
Qed.

Lemma units_nth p mat zeros : forall lines a, units p mat zeros a lines = true ->
  forall k i line, nth_error lines k = Some (i, line) -> exists d ws,
    (0 < d)%Z /\ is_whole d line ws = true /\ length (d :: ws) = length mat
    /\ is_unit p (a + N.of_nat k)%N 0 (times (d :: ws) mat zeros) = true.
Proof.
  induction lines as [|[i0 line0] lines IH]; intros a H k i line Hk; [destruct k; discriminate|].
  cbn [units] in H. cbv zeta in H. apply andb_prop in H as [H Hrest]. apply andb_prop in H as [H H4].
  apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  apply Z.ltb_lt in H1. apply same_eq in H3. rewrite !count_length in H3. apply Nat2N.inj in H3.
  destruct k as [|k].
  - injection Hk as -> ->. exists (factor line), (whole (factor line) line).
    replace (a + N.of_nat 0)%N with a by lia. auto.
  - destruct (IH _ Hrest _ _ _ Hk) as (d & ws & R1 & R2 & R3 & R4). exists d, ws.
    replace (a + N.of_nat (S k))%N with (N.succ a + N.of_nat k)%N by lia. auto.
Qed.

(** ** Determined indices *)

Lemma determined_nth l : forall s rows k i line, length rows = length s ->
  nth_error (determined l s rows) k = Some (i, line) ->
  exists a q, nth_error s a = Some (i, q) /\ nth_error rows a = Some line /\ ~ In i l.
Proof.
  induction s as [|[i0 q0] s IH]; intros [|line0 rows] k i line Hlen H; simpl in *; try discriminate;
    try (destruct k; discriminate).
  destruct (is_member l i0) eqn:E.
  - destruct (IH rows k i line) as (a & q & H1 & H2 & H3); [lia|assumption|]. exists (S a), q. auto.
  - destruct k as [|k].
    + injection H as -> ->. exists 0%nat, q0. repeat split.
      intros Hin. apply is_member_in in Hin. congruence.
    + destruct (IH rows k i line) as (a & q & H1 & H2 & H3); [lia|assumption|]. exists (S a), q. auto.
Qed.

Lemma determined_all l : forall s rows i, length rows = length s -> plays s i -> ~ In (N.of_nat i) l ->
  In i (map (fun e => N.to_nat (fst e)) (determined l s rows)).
Proof.
  induction s as [|[i0 q0] s IH]; intros [|line0 rows] i Hlen [q Hin] Hn; simpl in *; try discriminate;
    try contradiction.
  destruct Hin as [E|Hin].
  - injection E as -> _. destruct (is_member l (N.of_nat i)) eqn:E.
    + apply is_member_in in E. contradiction.
    + simpl. left. lia.
  - assert (In i (map (fun e => N.to_nat (fst e)) (determined l s rows))) as R
      by (apply IH; [lia|now exists q|assumption]).
    destruct (is_member l i0); [assumption|now right].
Qed.

Lemma determined_nodup l n : forall s rows from, rising from n s = true ->
  NoDup (map (fun e : N * list cell => N.to_nat (fst e)) (determined l s rows))
  /\ forall i, In i (map (fun e : N * list cell => N.to_nat (fst e)) (determined l s rows)) ->
     (N.to_nat from <= i)%nat /\ (i < N.to_nat n)%nat.
Proof.
  induction s as [|[i0 q0] s IH]; intros [|line0 rows] from Hr; simpl; try (split; [constructor|intros i []]).
  pose proof (rising_bounds Hr (or_introl eq_refl)) as [Hb _].
  simpl in Hr. apply andb_prop in Hr as [_ Hr]. destruct (IH rows _ Hr) as [Nd Bd].
  destruct (is_member l i0).
  - split; [assumption|]. intros i Hi. apply Bd in Hi. lia.
  - simpl. split.
    + constructor; [|assumption]. intros Hin. apply Bd in Hin. lia.
    + intros i [<-|Hi]; [lia|]. apply Bd in Hi. lia.
Qed.

Lemma probability_at_phi s k : Qphi (probability_at s k) == probability K s (N.to_nat k).
Proof.
  induction s as [|[l q] s IH]; simpl; [apply of_Q_0|].
  destruct (same l k) eqn:E.
  - apply same_eq in E. subst. rewrite Nat.eqb_refl. reflexivity.
  - apply same_neq in E. destruct (Nat.eqb_spec (N.to_nat l) (N.to_nat k)); [lia|assumption].
Qed.

Lemma differs_at_in s p own l : differs_at s p own l = true -> forall k, In k l ->
  (k = own -> equal (probability_at p k) (probability_at s k) = false)
  /\ (k <> own -> equal (probability_at p k) (probability_at s k) = true).
Proof.
  induction l as [|k0 l IH]; intros H k Hin; simpl in *; [contradiction|].
  apply andb_prop in H as [H1 H2]. destruct Hin as [<-|Hin]; [|auto].
  apply Bool.eqb_prop in H1. split.
  - intros ->. rewrite same_refl in H1. symmetry in H1. now apply negb_true_iff in H1.
  - intros Hne. destruct (same k0 own) eqn:E; [apply same_eq in E; contradiction|].
    symmetry in H1. now apply negb_false_iff in H1.
Qed.

Lemma distinct_nth l : distinct l = true -> forall a b k, nth_error l a = Some k -> nth_error l b = Some k -> a = b.
Proof.
  induction l as [|k0 l IH]; intros H a b k Ha Hb; [destruct a; discriminate|].
  simpl in H. apply andb_prop in H as [H1 H2]. apply negb_true_iff in H1.
  destruct a as [|a], b as [|b]; simpl in *; [reflexivity| | |f_equal; eauto].
  - exfalso. injection Ha as ->. apply nth_error_In in Hb. apply is_member_in in Hb. congruence.
  - exfalso. injection Hb as ->. apply nth_error_In in Ha. apply is_member_in in Ha. congruence.
Qed.

(** ** The set of one player *)

Section One.

Variables (n : N) (s : strategy) (rows : list (list cell)) (e : spread) (C : nat).
Variable B : nat -> nat -> K.   (* what index i meets against the c-th that the other player plays *)
Variable v : K.
Variable T : (nat -> K) -> Prop.
Hypothesis Hr : rising 0 n s = true.
Hypothesis Hlen : length rows = length s.
Hypothesis Hwide : forall line, In line rows -> length line = C.
Hypothesis HB : forall a k q line c q', nth_error s a = Some (k, q) -> nth_error rows a = Some line ->
  nth_error line c = Some (Some q') -> B c (N.to_nat k) == Qphi q'.
Hypothesis HS : forall x, T x -> mixed (N.to_nat n) x
  /\ (forall i, (i < N.to_nat n)%nat -> ~ plays s i -> x i == 0)
  /\ (forall c, (c < C)%nat -> sum (N.to_nat n) (fun i => x i * B c i) == v).
Hypothesis Own : T (probability K s).
Hypothesis Hpoints : forall p, In p (points e) -> T (probability K p).
Hypothesis Hcheck : check_spread s rows e = true.

(** A direction inside the set that is 0 at the free indices is 0. *)
Lemma determined_zero (d : nat -> K) :
  (forall i, (i < N.to_nat n)%nat -> ~ plays s i -> d i == 0) ->
  (forall k, In k (free e) -> d (N.to_nat k) == 0) ->
  sum (N.to_nat n) d == 0 ->
  (forall c, (c < C)%nat -> sum (N.to_nat n) (fun i => d i * B c i) == 0) ->
  forall i, (i < N.to_nat n)%nat -> d i == 0.
Proof.
  intros Hoff Hfree Hsum Hcol.
  unfold check_spread in Hcheck. cbv zeta in Hcheck.
  set (lines := determined (free e) s rows) in *.
  apply andb_prop in Hcheck as [H Hu]. apply andb_prop in H as [H Hinv].
  do 3 apply andb_prop in H as [H _]. apply Z.ltb_lt in H. rename H into Hp.
  set (l := map (fun e : N * list cell => N.to_nat (fst e)) lines).
  destruct (determined_nodup (free e) rows Hr) as [Nd Bd]. fold lines in Nd, Bd. fold l in Nd, Bd.
  assert (forall i, (i < N.to_nat n)%nat -> ~ In i l -> d i == 0) as Hz.
  { intros i Hi Hn. destruct (plays_dec s i) as [Hps|Hns]; [|auto].
    destruct (is_member (free e) (N.of_nat i)) eqn:E.
    - apply is_member_in in E. rewrite <- (Nat2N.id i). now apply Hfree.
    - exfalso. apply Hn. apply determined_all; [assumption|assumption|].
      intros Hin. apply is_member_in in Hin. congruence. }
  set (r := length lines).
  assert (length l = r) as Hl by (unfold l; apply map_length).
  set (at_ := fun a => nth a l 0%nat).
  assert (forall row, In row (inverse e) -> length row = r) as Hrow.
  { intros row Hin. rewrite forallb_forall in Hinv. specialize (Hinv _ Hin). apply same_eq in Hinv.
    rewrite !count_length in Hinv. apply Nat2N.inj in Hinv. exact Hinv. }
  set (zeros := map (fun _ : N * list cell => 0%Z) lines) in *.
  assert (length zeros = r) as Hzeros by apply map_length.
  assert (forall b, nth b zeros 0%Z = 0%Z) as Hzero.
  { intros b. destruct (nth_in_or_default b zeros 0%Z) as [Hin|E]; [|exact E].
    unfold zeros in Hin at 2. apply in_map_iff in Hin as (x & <- & _). reflexivity. }
  (* each determined line, as whole numbers *)
  assert (forall a, (a < r)%nat -> exists dd ws, (0 < dd)%Z /\ length ws = C /\ S C = length (inverse e)
    /\ (forall c, (c < C)%nat -> Zphi (nth c ws 0%Z) == Zphi dd * B c (at_ a))
    /\ is_unit (modulus e) (N.of_nat a) 0 (times (dd :: ws) (inverse e) zeros) = true) as Hlines.
  { intros a Ha. destruct (nth_error lines a) as [[k line]|] eqn:E; [|apply nth_error_None in E; lia].
    destruct (units_nth Hu E) as (dd & ws & D1 & D2 & D3 & D4).
    destruct (determined_nth Hlen E) as (a' & q & S1 & S2 & _).
    destruct (is_whole_nth D2) as [L1 L2].
    assert (length line = C) as Hc by (apply Hwide; eapply nth_error_In; eauto).
    exists dd, ws. split; [assumption|]. split; [congruence|].
    split; [cbn [length] in D3; congruence|]. split; [|exact D4].
    intros c Hc'. destruct (L2 c) as (q' & Q1 & Q2); [lia|]. rewrite Q2.
    assert (at_ a = N.to_nat k) as ->.
    { unfold at_, l. apply nth_error_nth. now rewrite (map_nth_error _ _ _ E). }
    now rewrite (HB S1 S2 Q1). }
  (* choose the numbers *)
  assert (exists (D : nat -> Z) (WS : nat -> list Z), forall a, (a < r)%nat -> (0 < D a)%Z /\ length (WS a) = C
    /\ S C = length (inverse e)
    /\ (forall c, (c < C)%nat -> Zphi (nth c (WS a) 0%Z) == Zphi (D a) * B c (at_ a))
    /\ is_unit (modulus e) (N.of_nat a) 0 (times (D a :: WS a) (inverse e) zeros) = true) as (D & WS & HDW).
  { clear - Hlines. induction r as [|r IH].
    - exists (fun _ => 0%Z), (fun _ => nil). intros; lia.
    - destruct IH as (D & WS & H); [intros a Ha; apply Hlines; lia|].
      destruct (Hlines r) as (dd & ws & Hd); [lia|].
      exists (fun a => if Nat.eqb a r then dd else D a), (fun a => if Nat.eqb a r then ws else WS a).
      intros a Ha. destruct (Nat.eqb_spec a r) as [->|Hne]; [exact Hd|]. apply H. lia. }
  set (W := fun a b => nth b (times (D a :: WS a) (inverse e) zeros) 0%Z).
  (* D a is a unit times what it should be: work with d at the determined indices over D *)
  assert (forall a, (a < r)%nat -> d (at_ a) == 0) as Hat.
  { assert (forall a, (a < r)%nat -> exists g, Zphi (D a) * g == d (at_ a)) as Hg.
    { intros a Ha. destruct (HDW a Ha) as (D1 & _). destruct (D a) as [|p|p]; try discriminate.
      exists (part K p * d (at_ a)). transitivity (Zphi (Zpos p) * part K p * d (at_ a)); [ring|].
      rewrite part_spec. ring. }
    assert (exists g : nat -> K, forall a, (a < r)%nat -> Zphi (D a) * g a == d (at_ a)) as [g Hgg].
    { clear - Hg. induction r as [|r IH].
      - exists (fun _ => 0). intros; lia.
      - destruct IH as [g H]; [intros a Ha; apply Hg; lia|]. destruct (Hg r) as [g0 H0]; [lia|].
        exists (fun a => if Nat.eqb a r then g0 else g a). intros a Ha.
        destruct (Nat.eqb_spec a r) as [->|Hne]; [exact H0|]. apply H. lia. }
    assert (forall a, (a < r)%nat -> g a == 0) as Hga.
    { apply (@no_kernel _ Hp r W).
      - intros a b Ha Hb. destruct (HDW a Ha) as (D1 & D2 & D3 & D4 & D5).
        destruct (@times_nth r (D a :: WS a) (inverse e) zeros) as [T1 _];
          [assumption|assumption|cbn [length]; congruence|].
        pose proof (is_unit_nth D5 ltac:(lia) (k := b) ltac:(rewrite T1; assumption)) as U.
        rewrite Nat2N.id in U. simpl N.to_nat in U. exact U.
      - intros b Hb.
        transitivity (sum r (fun a => g a * sum (S C) (fun c => Zphi (nth c (D a :: WS a) 0%Z) * Zphi (nth b (nth c (inverse e) nil) 0%Z)))).
        { apply sum_ext. intros a Ha. destruct (HDW a Ha) as (D1 & D2 & D3 & D4 & D5).
          destruct (@times_nth r (D a :: WS a) (inverse e) zeros) as [_ T2];
            [assumption|assumption|cbn [length]; congruence|].
          unfold W. rewrite T2, Hzero, of_Z_0. cbn [length]. rewrite D2. ring. }
        transitivity (sum (S C) (fun c => Zphi (nth b (nth c (inverse e) nil) 0%Z)
                        * sum r (fun a => g a * Zphi (nth c (D a :: WS a) 0%Z)))).
        { transitivity (sum r (fun a => sum (S C) (fun c => Zphi (nth b (nth c (inverse e) nil) 0%Z)
                          * (g a * Zphi (nth c (D a :: WS a) 0%Z))))).
          - apply sum_ext. intros a _. rewrite <- sum_mul_l. apply sum_ext. intros c _. ring.
          - rewrite sum_swap. apply sum_ext. intros c _. now rewrite sum_mul_l. }
        apply sum_zero. intros c Hc.
        enough (sum r (fun a => g a * Zphi (nth c (D a :: WS a) 0%Z)) == 0) as -> by ring.
        destruct c as [|c].
        + transitivity (sum r (fun a => d (at_ a))).
          * apply sum_ext. intros a Ha. cbn [nth]. rewrite <- (Hgg a Ha). ring.
          * rewrite <- Hsum. rewrite (sum_list Nd (fun k Hk => proj2 (Bd k Hk)) Hz), Hl. reflexivity.
        + transitivity (sum r (fun a => d (at_ a) * B c (at_ a))).
          * apply sum_ext. intros a Ha. cbn [nth]. destruct (HDW a Ha) as (_ & _ & _ & D4 & _).
            rewrite D4 by lia. rewrite <- (Hgg a Ha). ring.
          * rewrite <- (Hcol c) by lia.
            rewrite (sum_list Nd (fun k Hk => proj2 (Bd k Hk)) (f := fun i => d i * B c i)), Hl;
              [reflexivity|]. intros i Hi Hn. rewrite (Hz i Hi Hn). ring. }
    intros a Ha. rewrite <- (Hgg a Ha), (Hga a Ha). ring. }
  intros i Hi. destruct (in_dec Nat.eq_dec i l) as [Hin|Hn]; [|auto].
  apply In_nth with (d := 0%nat) in Hin as (a & Ha & <-). apply Hat. lia.
Qed.

Theorem spread_dimension : dimension (N.to_nat n) T (length (points e)).
Proof.
  pose proof Hcheck as Hc. unfold check_spread in Hc. cbv zeta in Hc.
  do 2 apply andb_prop in Hc as [Hc _]. apply andb_prop in Hc as [Hc Hpts].
  apply andb_prop in Hc as [Hc Hmem]. apply andb_prop in Hc as [_ Hdist].
  pose proof (forallb2_length Hpts) as Hlf.
  set (x := probability K s) in *. set (k := length (points e)).
  set (p := fun t => probability K (nth t (points e) nil)).
  set (f := fun t => nth t (free e) 0%N).
  assert (forall t, (t < k)%nat -> nth_error (points e) t = Some (nth t (points e) nil)) as Hpt
    by (intros; now apply nth_error_nth').
  assert (forall t, (t < k)%nat -> nth_error (free e) t = Some (f t)) as Hft
    by (intros; apply nth_error_nth'; unfold k in *; lia).
  assert (forall t, (t < k)%nat -> (N.to_nat (f t) < N.to_nat n)%nat) as Hfn.
  { intros t Ht. rewrite forallb_forall in Hmem. specialize (Hmem _ (nth_error_In _ _ (Hft t Ht))).
    apply is_member_in in Hmem. apply in_map_iff in Hmem as [[i q] [E Hin]]. simpl in E. subst i.
    pose proof (rising_bounds Hr Hin). lia. }
  (* the points at the free indices *)
  assert (forall t u, (t < k)%nat -> (u < k)%nat ->
     (t <> u -> p t (N.to_nat (f u)) - x (N.to_nat (f u)) == 0)
     /\ (t = u -> exists w, (p t (N.to_nat (f u)) - x (N.to_nat (f u))) * w == 1)) as Hfree.
  { intros t u Ht Hu. pose proof (forallb2_nth Hpts (Hpt t Ht) (Hft t Ht)) as Hd. cbn beta in Hd.
    apply andb_prop in Hd as [_ Hd].
    destruct (differs_at_in Hd (nth_error_In _ _ (Hft u Hu))) as [D1 D2].
    unfold p, x. split.
    - intros Hne. assert (f u <> f t) as Hff.
      { intros E. apply Hne. symmetry. apply (distinct_nth Hdist (k := f t)); [rewrite Hft by assumption; congruence|now apply Hft]. }
      specialize (D2 Hff). apply equal_eq in D2. rewrite <- !probability_at_phi, D2. ring.
    - intros <-. specialize (D1 eq_refl).
      set (dq := (probability_at (nth t (points e) nil) (f t) - probability_at s (f t))%Q).
      assert (~ dq == 0)%Q as Hne.
      { intros E. assert (probability_at (nth t (points e) nil) (f t) == probability_at s (f t))%Q as E'.
        { unfold dq in E. rewrite <- (Qplus_0_r (probability_at s (f t))), <- E. ring. }
        assert (equal (probability_at (nth t (points e) nil) (f t)) (probability_at s (f t)) = true); [|congruence].
        unfold equal. now apply Z.eqb_eq. }
      exists (Qphi (/ dq)). rewrite <- !probability_at_phi, <- of_Q_sub, <- of_Q_mul. fold dq. rewrite Qmult_inv_r by assumption.
      apply of_Q_1. }
  exists x, p. split; [exact Own|]. split.
  { intros t Ht. apply Hpoints. eapply nth_error_In. now apply Hpt. }
  split.
  - intros c Hz t Ht. specialize (Hz (N.to_nat (f t)) (Hfn t Ht)).
    rewrite (@sum_single K k t) in Hz; [|assumption|].
    + destruct (Hfree t t Ht Ht) as [_ Hw]. destruct (Hw eq_refl) as [w Ew].
      transitivity (c t * (p t (N.to_nat (f t)) - x (N.to_nat (f t))) * w).
      * transitivity (c t * ((p t (N.to_nat (f t)) - x (N.to_nat (f t))) * w)); [rewrite Ew; ring|ring].
      * rewrite Hz. ring.
    + intros u Hu Hne. destruct (Hfree u t Hu Ht) as [Hw _]. rewrite (Hw Hne). ring.
  - intros q Hq.
    assert (exists w : nat -> K, forall t, (t < k)%nat -> (p t (N.to_nat (f t)) - x (N.to_nat (f t))) * w t == 1) as [w Hw].
    { assert (forall t, (t < k)%nat -> exists w, (p t (N.to_nat (f t)) - x (N.to_nat (f t))) * w == 1) as H
        by (intros t Ht; exact (proj2 (Hfree t t Ht Ht) eq_refl)).
      clear - H. induction k as [|k IH].
      - exists (fun _ => 0). intros; lia.
      - destruct IH as [w Hw]; [intros t Ht; apply H; lia|]. destruct (H k) as [w0 H0]; [lia|].
        exists (fun t => if Nat.eqb t k then w0 else w t). intros t Ht.
        destruct (Nat.eqb_spec t k) as [->|Hne]; [exact H0|]. apply Hw. lia. }
    set (c := fun t => (q (N.to_nat (f t)) - x (N.to_nat (f t))) * w t).
    exists c.
    set (d := fun i => q i - (x i + sum k (fun t => c t * (p t i - x i)))).
    enough (forall i, (i < N.to_nat n)%nat -> d i == 0) as Hd.
    { intros i Hi. specialize (Hd i Hi). unfold d in Hd.
      setoid_replace (q i) with (q i - (x i + sum k (fun t => c t * (p t i - x i)))
        + (x i + sum k (fun t => c t * (p t i - x i)))) by ring.
      rewrite Hd. ring. }
    destruct (HS Hq) as ([_ Q1] & Q2 & Q3). destruct (HS Own) as ([_ X1] & X2 & X3).
    assert (forall t, (t < k)%nat -> T (p t)) as HSp
      by (intros t Ht; apply Hpoints; eapply nth_error_In; now apply Hpt).
    assert (forall g : nat -> K, sum (N.to_nat n) (fun i => d i * g i)
       == sum (N.to_nat n) (fun i => q i * g i) - sum (N.to_nat n) (fun i => x i * g i)
          - sum k (fun t => c t * (sum (N.to_nat n) (fun i => p t i * g i) - sum (N.to_nat n) (fun i => x i * g i)))) as Hlin.
    { intros g.
      transitivity (sum (N.to_nat n) (fun i => q i * g i) - sum (N.to_nat n) (fun i => x i * g i)
        - sum (N.to_nat n) (fun i => sum k (fun t => c t * (p t i * g i - x i * g i)))).
      - rewrite <- !sum_sub. apply sum_ext. intros i _. unfold d.
        assert (sum k (fun t => c t * (p t i * g i - x i * g i)) == sum k (fun t => c t * (p t i - x i)) * g i) as ->
          by (rewrite <- sum_mul_r; apply sum_ext; intros; ring).
        ring.
      - rewrite sum_swap. apply ksub_proper; [reflexivity|]. apply sum_ext. intros t _.
        rewrite sum_mul_l, sum_sub. reflexivity. }
    apply determined_zero.
    + intros i Hi Hn. unfold d. rewrite (Q2 i Hi Hn), (X2 i Hi Hn). rewrite sum_zero; [ring|].
      intros t Ht. destruct (HS (HSp t Ht)) as (_ & P2 & _). rewrite (P2 i Hi Hn), (X2 i Hi Hn). ring.
    + intros k' Hin. apply In_nth_error in Hin as [u Hu].
      assert (u < k)%nat as Hlt by (unfold k; rewrite Hlf; apply nth_error_Some; congruence).
      assert (k' = f u) as -> by (rewrite (Hft u Hlt) in Hu; congruence).
      unfold d. rewrite (@sum_single K k u); [|assumption|].
      * unfold c.
        transitivity (q (N.to_nat (f u)) - x (N.to_nat (f u))
          - (q (N.to_nat (f u)) - x (N.to_nat (f u))) * ((p u (N.to_nat (f u)) - x (N.to_nat (f u))) * w u)); [ring|].
        rewrite (Hw u Hlt). ring.
      * intros t Ht Hne. destruct (Hfree t u Ht Hlt) as [Hz _]. rewrite (Hz Hne). ring.
    + transitivity (sum (N.to_nat n) (fun i => d i * 1)); [apply sum_ext; intros; ring|].
      rewrite Hlin.
      assert (forall h : nat -> K, sum (N.to_nat n) (fun i => h i * 1) == sum (N.to_nat n) h) as Hone
        by (intros h; apply sum_ext; intros; ring).
      rewrite !Hone, Q1, X1. rewrite sum_zero; [ring|].
      intros t Ht. destruct (HS (HSp t Ht)) as ([_ P1] & _). rewrite !Hone, P1, X1. ring.
    + intros cc Hcc. rewrite Hlin, (Q3 cc Hcc), (X3 cc Hcc). rewrite sum_zero; [ring|].
      intros t Ht. destruct (HS (HSp t Ht)) as (_ & _ & P3). rewrite (P3 cc Hcc), (X3 cc Hcc). ring.
Qed.

End One.

(** ** Both players *)

Lemma dimension_0_unique n (P : (nat -> K) -> Prop) x : dimension n P 0 -> P x ->
  forall y, P y -> forall i, (i < n)%nat -> x i == y i.
Proof.
  intros (p0 & p & _ & _ & _ & H) Hx y Hy i Hi.
  destruct (H x Hx) as [c Hc]. destruct (H y Hy) as [c' Hc'].
  rewrite (Hc i Hi), (Hc' i Hi). simpl. ring.
Qed.

Lemma others_same n s p : same_indices s p = true -> others n s = others n p.
Proof.
  intros H. unfold others. apply filter_ext. intros i. f_equal. revert p H.
  induction s as [|[k q] s IH]; intros [|[k' q'] p] H; simpl in H; try discriminate; [reflexivity|].
  apply andb_prop in H as [E H]. apply same_eq in E. subst k'. simpl. now rewrite (IH _ H).
Qed.

Lemma same_indices_refl s : same_indices s s = true.
Proof. induction s as [|[k q] s IH]; simpl; [reflexivity|]. now rewrite same_refl. Qed.

Lemma agrees_with b s t (A : nat -> nat -> K) : same_indices (row_strategy b) s = true ->
  same_indices (column_strategy b) t = true -> agrees b A -> agrees (with_strategies b s t) A.
Proof.
  intros Hs Ht (H1 & H2 & H3 & H4). unfold agrees. cbn [with_strategies row_strategy column_strategy rows columns
    row_lines column_lines range symmetric]. repeat split.
  - intros p k q line j c Hp. destruct (same_indices_nth Hs Hp) as [q' Hp']. now apply (H1 p k q').
  - intros p k q line r i c Hp Hl Hc Ho. destruct (same_indices_nth Ht Hp) as [q' Hp'].
    rewrite <- (others_same _ Hs) in Ho. exact (H2 p k q' line r i c Hp' Hl Hc Ho).
  - now apply (H3 l h i j).
  - now apply (H3 l h i j).
  - intros Es i j Hp. apply (H4 Es). now apply (same_indices_plays _ Hs).
Qed.

Theorem check_dimensions_sound c ex ey (A : nat -> nat -> K) : check_dimensions c ex ey = true ->
  agrees (evidence c) A -> claim_dimensions c A (length (points ex)) (length (points ey)).
Proof.
  unfold check_dimensions, check_spreads. cbv zeta. intros H Ha. set (b := evidence c) in *.
  set (s := row_strategy b) in *. set (t := column_strategy b) in *.
  set (rws := block t (row_lines b)) in *.
  apply andb_prop in H as [H Hp]. apply andb_prop in Hp as [Hp Hpy]. apply andb_prop in Hp as [Hp Hpx].
  apply andb_prop in Hp as [Hex Hey].
  pose proof (check_complementary H Ha) as Cp. cbv zeta in Cp. fold b s t in Cp.
  set (n := N.to_nat (rows b)) in *. set (m := N.to_nat (columns b)) in *. set (v := Qphi (value c)) in *.
  pose proof H as Hk. unfold check in Hk. fold b t in Hk. apply andb_prop in Hk as [Hk _].
  apply andb_prop in Hk as [Hbody Hread]. fold rws in Hread.
  pose proof (check_body_sound (fun _ => eq_refl) Hbody Ha) as F. fold b s in F.
  pose proof (f_rows F) as Rs. pose proof (f_columns F) as Rt. fold s in Rs.
  assert (length (row_lines b) = length s /\ forall line, In line (row_lines b) -> length line = m) as [Hls Hlw].
  { unfold check_body in Hbody. cbv zeta in Hbody. apply andb_prop in Hbody as [Hb _].
    apply andb_prop in Hb as [Hb Hg]. apply andb_prop in Hb as [_ Hn]. apply same_eq in Hn.
    rewrite !count_length in Hn. split; [now apply Nat2N.inj|]. intros line Hin.
    unfold guarantee in Hg. destruct (row_lines b); [contradiction|].
    apply andb_prop in Hg as [Hg _]. rewrite forallb_forall in Hg. specialize (Hg _ Hin).
    apply same_eq in Hg. rewrite count_length in Hg. unfold m. lia. }
  assert (rws = map (fun line => pick 0 t line nil) (row_lines b)) as Erws by apply tmap_map.
  assert (forall line p k q, In line (row_lines b) -> nth_error t p = Some (k, q) ->
    nth_error (pick 0 t line nil) p = nth_error line (N.to_nat k)) as Hpick.
  { intros line p k q Hin Hp. rewrite (pick_nth (j := 0%N) Rt) with (k := k) (q := q);
      [f_equal; lia|rewrite (Hlw _ Hin); unfold m; lia|exact Hp]. }
  assert (forall line, In line (row_lines b) -> length (pick 0 t line nil) = length t) as Hpl.
  { intros line Hin. apply (pick_length Rt). rewrite (Hlw _ Hin). unfold m. lia. }
  assert (length rws = length s) as Hrl by (rewrite Erws, map_length; exact Hls).
  assert (forall line, In line rws -> length line = length t) as Hrw.
  { intros line Hin. rewrite Erws in Hin. apply in_map_iff in Hin as (l0 & <- & Hin). now apply Hpl. }
  (* the payoffs between what is played *)
  assert (forall a k q line cc q' k', nth_error s a = Some (k, q) -> nth_error rws a = Some line ->
    nth_error line cc = Some (Some q') -> (exists q0, nth_error t cc = Some (k', q0)) ->
    A (N.to_nat k) (N.to_nat k') == Qphi q') as HA.
  { intros a k q line cc q' k' Hs Hl Hc [q0 Ht]. rewrite Erws in Hl.
    destruct (nth_error (row_lines b) a) as [l0|] eqn:El;
      [|rewrite nth_error_map, El in Hl; discriminate].
    rewrite (map_nth_error _ _ _ El) in Hl. injection Hl as <-.
    rewrite (Hpick l0 cc k' q0 (nth_error_In _ _ El) Ht) in Hc.
    destruct Ha as (Ar & _). exact (Ar a k q l0 (N.to_nat k') (Some q') Hs El Hc). }
  assert (forall cc, (cc < length t)%nat -> exists k' q0, nth_error t cc = Some (k', q0)) as Ht.
  { intros cc Hcc. destruct (nth_error t cc) as [[k' q0]|] eqn:E; [eauto|apply nth_error_None in E; lia]. }
  assert (forall cc, (cc < length s)%nat -> exists k' q0, nth_error s cc = Some (k', q0)) as Hs.
  { intros cc Hcc. destruct (nth_error s cc) as [[k' q0]|] eqn:E; [eauto|apply nth_error_None in E; lia]. }
  set (J := fun cc => N.to_nat (fst (nth cc t (0%N, 0%Q)))).
  set (I := fun cc => N.to_nat (fst (nth cc s (0%N, 0%Q)))).
  unfold claim_dimensions. cbv zeta. fold b s t n m v. split.
  - apply (@spread_dimension (rows b) s rws ex (length t) (fun cc i => A i (J cc)) v); auto.
    + intros a k q line cc q' H1 H2 H3.
      destruct (Ht cc) as (k' & q0 & E).
      { rewrite <- (Hrw line (nth_error_In _ _ H2)). apply nth_error_Some. congruence. }
      unfold J. rewrite (nth_error_nth _ _ _ E). cbn [fst]. eapply HA; eauto.
    + intros x (X1 & X2 & X3 & _). split; [assumption|]. split; [assumption|].
      intros cc Hcc. destruct (Ht cc Hcc) as (k' & q0 & E). unfold J. rewrite (nth_error_nth _ _ _ E). cbn [fst].
      pose proof (rising_bounds Rt (nth_error_In _ _ E)) as [Hb _].
      apply X3; [unfold m; lia|]. exists q0. rewrite N2Nat.id. eapply nth_error_In; eauto.
    + apply (row_optimal Cp); apply Cp.
    + intros p Hin. rewrite forallb_forall in Hpx. specialize (Hpx _ Hin).
      assert (same_indices s p = true) as Hsp.
      { unfold check_spread in Hex. cbv zeta in Hex. do 2 apply andb_prop in Hex as [Hex _].
        apply andb_prop in Hex as [_ Hex]. apply In_nth_error in Hin as [u Hu].
        destruct (nth_error (free ex) u) as [k|] eqn:E.
        - pose proof (forallb2_nth Hex Hu E) as Hd. cbn beta in Hd. now apply andb_prop in Hd as [Hd _].
        - apply nth_error_None in E. pose proof (forallb2_length Hex).
          assert (u < length (points ex))%nat by (apply nth_error_Some; congruence). lia. }
      assert (agrees (with_strategies b p t) A) as Ha'
        by (apply agrees_with; [exact Hsp|apply same_indices_refl|exact Ha]).
      pose proof (check_body_sound (b := with_strategies b p t) (fun _ => eq_refl) Hpx Ha') as F'.
      apply (row_optimal Cp); apply F'.
  - apply (@spread_dimension (columns b) t (transpose (hd nil rws) rws) ey (length s) (fun cc j => A (I cc) j) v); auto.
    + assert (length s = 0 \/ length (hd nil rws) = length t)%nat as [E0|E].
      { destruct rws as [|l0 ls] eqn:E; [left; simpl in Hrl; lia|right; apply Hrw; now left]. }
      * exfalso. destruct s as [|e0 s0] eqn:Es; [|discriminate].
        destruct (c_x Cp) as [_ One]. assert (0 == 1) as Bad.
        { rewrite <- One. symmetry. apply sum_zero. intros; reflexivity. }
        apply (@lt_irrefl K 0). rewrite Bad at 2. apply zero_lt_one.
      * rewrite transpose_length; [assumption|]. intros line Hin. rewrite E. now apply Hrw.
    + intros col Hin. apply In_nth_error in Hin as [cc Hcc].
      assert (forall line, In line rws -> length line = length (hd nil rws)) as Hw'.
      { intros line Hin. rewrite (Hrw line Hin). destruct rws; [contradiction|]. symmetry. apply Hrw. now left. }
      destruct (transpose_nth Hw' (c := cc)) as (col' & E1 & E2 & _).
      { rewrite <- (transpose_length Hw'). apply nth_error_Some. congruence. }
      rewrite Hcc in E1. injection E1 as ->. congruence.
    + intros a k q col cc q' H1 H2 H3.
      assert (forall line, In line rws -> length line = length (hd nil rws)) as Hw'.
      { intros line Hin. rewrite (Hrw line Hin). destruct rws; [contradiction|]. symmetry. apply Hrw. now left. }
      destruct (transpose_nth Hw' (c := a)) as (col' & E1 & E2 & E3).
      { rewrite <- (transpose_length Hw'). apply nth_error_Some. congruence. }
      rewrite H2 in E1. injection E1 as <-.
      assert (cc < length s)%nat as Hcc by (rewrite <- Hrl, <- E2; apply nth_error_Some; congruence).
      destruct (Hs cc Hcc) as (k' & q0 & E). unfold I. rewrite (nth_error_nth _ _ _ E). cbn [fst].
      destruct (nth_error rws cc) as [line|] eqn:El; [|apply nth_error_None in El; lia].
      rewrite (E3 cc line El) in H3. apply (HA cc k' q0 line a q' k E El H3). eauto.
    + intros y (Y1 & Y2 & Y3 & _). split; [assumption|]. split; [assumption|].
      intros cc Hcc. destruct (Hs cc Hcc) as (k' & q0 & E). unfold I. rewrite (nth_error_nth _ _ _ E). cbn [fst].
      pose proof (rising_bounds Rs (nth_error_In _ _ E)) as [Hb _].
      transitivity (sum m (fun j => A (N.to_nat k') j * y j)); [apply sum_ext; intros; ring|].
      apply Y3; [unfold n; lia|]. exists q0. rewrite N2Nat.id. eapply nth_error_In; eauto.
    + apply (column_optimal Cp); apply Cp.
    + intros p Hin. rewrite forallb_forall in Hpy. specialize (Hpy _ Hin).
      assert (same_indices t p = true) as Hsp.
      { unfold check_spread in Hey. cbv zeta in Hey. do 2 apply andb_prop in Hey as [Hey _].
        apply andb_prop in Hey as [_ Hey]. apply In_nth_error in Hin as [u Hu].
        destruct (nth_error (free ey) u) as [k|] eqn:E.
        - pose proof (forallb2_nth Hey Hu E) as Hd. cbn beta in Hd. now apply andb_prop in Hd as [Hd _].
        - apply nth_error_None in E. pose proof (forallb2_length Hey).
          assert (u < length (points ey))%nat by (apply nth_error_Some; congruence). lia. }
      assert (agrees (with_strategies b s p) A) as Ha'
        by (apply agrees_with; [apply same_indices_refl|exact Hsp|exact Ha]).
      pose proof (check_body_sound (b := with_strategies b s p) (fun _ => eq_refl) Hpy Ha') as F'.
      apply (column_optimal Cp); apply F'.
Qed.

Theorem dimensions_0_unique c (A : nat -> nat -> K) : check c = true -> agrees (evidence c) A ->
  claim_dimensions c A 0 0 -> claim_unique c A.
Proof.
  intros H Ha [Dx Dy] x y Hn. pose proof (check_complementary H Ha) as Cp. cbv zeta in Cp.
  apply (all_equilibria Cp) in Hn as [Hx Hy].
  pose proof (own_pair Cp) as Own. apply (all_equilibria Cp) in Own as [Ox Oy].
  split; intros i Hi.
  - exact (dimension_0_unique Dx Hx Ox Hi).
  - exact (dimension_0_unique Dy Hy Oy Hi).
Qed.

End Kernel.
