(** What a reader must believe: games, equilibria, what a certificate says and what it claims.
    The theorems are in the other files; nothing there changes the meaning of anything here.

    Rows and columns are numbered from 0. The row player receives [A i j] and maximises; the column
    player pays it and minimises. *)

From Coq Require Import ZArith QArith List.
From Coq.micromega Require Import OrderedRing ZCoeff.

Set Implicit Arguments.
Unset Strict Implicit.

(** ** Numbers: an ordered ring that contains the rationals *)

(** [SOR] of the standard library is a commutative ring with a total order; [part p] is 1/p. *)
Record OrderedRing := {
  carrier :> Type;
  zero : carrier; one : carrier;
  kadd : carrier -> carrier -> carrier;
  kmul : carrier -> carrier -> carrier;
  ksub : carrier -> carrier -> carrier;
  kopp : carrier -> carrier;
  keq : carrier -> carrier -> Prop;
  kle : carrier -> carrier -> Prop;
  klt : carrier -> carrier -> Prop;
  laws : SOR zero one kadd kmul ksub kopp keq kle klt;
  part : positive -> carrier;
  part_law : forall p, keq (kmul (gen_order_phi_Z zero one kadd kmul kopp (Zpos p)) (part p)) one
}.

Declare Scope ring_scope.
Delimit Scope ring_scope with K.
Notation "x + y" := (kadd x y) : ring_scope.
Notation "x * y" := (kmul x y) : ring_scope.
Notation "x - y" := (ksub x y) : ring_scope.
Notation "x == y" := (keq x y) : ring_scope.
Notation "x <= y" := (kle x y) : ring_scope.
Notation "x < y" := (klt x y) : ring_scope.

Section Definitions.

Variable K : OrderedRing.
Open Scope ring_scope.

Definition of_Z (z : Z) : K := gen_order_phi_Z (zero K) (one K) (@kadd K) (@kmul K) (@kopp K) z.
Definition of_Q (q : Q) : K := of_Z (Qnum q) * part K (Qden q).

(** f 0 + ... + f (n-1) *)
Fixpoint sum (n : nat) (f : nat -> K) : K :=
  match n with 0%nat => zero K | S k => sum k f + f k end.

(** ** Games *)

Definition mixed (n : nat) (x : nat -> K) : Prop :=
  (forall i, (i < n)%nat -> zero K <= x i) /\ sum n x == one K.

(** What the row player gets when x meets y in the n x m game A. *)
Definition payoff (n m : nat) (A : nat -> nat -> K) (x y : nat -> K) : K :=
  sum n (fun i => sum m (fun j => x i * A i j * y j)).

(** Neither player gains by any other mixed strategy. *)
Definition nash (n m : nat) (A : nat -> nat -> K) (x y : nat -> K) : Prop :=
  mixed n x /\ mixed m y
  /\ (forall x', mixed n x' -> payoff n m A x' y <= payoff n m A x y)
  /\ (forall y', mixed m y' -> payoff n m A x y <= payoff n m A x y').

Definition row_guarantees n m A (x : nat -> K) (v : K) : Prop :=
  mixed n x /\ forall y, mixed m y -> v <= payoff n m A x y.
Definition column_guarantees n m A (y : nat -> K) (v : K) : Prop :=
  mixed m y /\ forall x, mixed n x -> payoff n m A x y <= v.

Definition is_value n m A (v : K) : Prop :=
  (exists x, row_guarantees n m A x v) /\ (exists y, column_guarantees n m A y v).

(** The affine dimension of a set of strategies is d: d + 1 of its points, affinely independent, of
    which each of its points is an affine combination. *)
Definition dimension (n : nat) (S : (nat -> K) -> Prop) (d : nat) : Prop :=
  exists (p0 : nat -> K) (p : nat -> nat -> K),
    S p0 /\ (forall t, (t < d)%nat -> S (p t))
    /\ (forall c, (forall i, (i < n)%nat -> sum d (fun t => c t * (p t i - p0 i)) == zero K) ->
                  forall t, (t < d)%nat -> c t == zero K)
    /\ (forall q, S q -> exists c, forall i, (i < n)%nat ->
          q i == p0 i + sum d (fun t => c t * (p t i - p0 i))).

(** ** Certificates *)

(** A payoff, or [None]: one that was not read. *)
Definition cell := option Q.

(** The indices that a strategy plays, each with its probability. *)
Definition strategy := list (N * Q).

(** What all certificates have; the lines of docs/certificate_format.md. *)
Record body := {
  rows : N;
  columns : N;
  symmetric : bool;
  range : option (Q * Q);
  row_strategy : strategy;
  column_strategy : strategy;
  row_lines : list (list cell);     (* one for each index of the row strategy *)
  column_lines : list (list cell)   (* likewise; none when symmetric *)
}.

(** [allnash-certificate], version 1 without a range and version 2 with one. *)
Record certificate := { evidence : body; value : Q }.

(** [allnash-bounds 1]. When symmetric the row strategy serves both players. *)
Record bounds := { frame : body; epsilon : Q; low : Q; high : Q }.

Fixpoint probability (s : strategy) (i : nat) : K :=
  match s with
  | nil => zero K
  | (k, q) :: rest => if Nat.eqb (N.to_nat k) i then of_Q q else probability rest i
  end.

Definition plays (s : strategy) (i : nat) : Prop := exists q, In (N.of_nat i, q) s.

(** The rows that s does not play, rising: those that a column line tells of. *)
Definition others (n : nat) (s : strategy) : list nat :=
  filter (fun i => negb (existsb (fun e => Nat.eqb (N.to_nat (fst e)) i) s)) (seq 0 n).

Definition said (c : cell) (a : K) : Prop :=
  match c with Some q => a == of_Q q | None => True end.

(** What A i j + A j i is in a symmetric game. *)
Definition mirror_sum (b : body) : Q :=
  match range b with Some (l, h) => (l + h)%Q | None => 0%Q end.

(** The game A has the payoffs that the certificate lists and keeps to its range; of a symmetric
    game, the entries of the rows that are played are mirrored across the diagonal. *)
Definition agrees (b : body) (A : nat -> nat -> K) : Prop :=
  (forall t k q line j c, nth_error (row_strategy b) t = Some (k, q) ->
     nth_error (row_lines b) t = Some line -> nth_error line j = Some c ->
     said c (A (N.to_nat k) j))
  /\ (forall t k q line r i c, nth_error (column_strategy b) t = Some (k, q) ->
     nth_error (column_lines b) t = Some line -> nth_error line r = Some c ->
     nth_error (others (N.to_nat (rows b)) (row_strategy b)) r = Some i ->
     said c (A i (N.to_nat k)))
  /\ (forall l h i j, range b = Some (l, h) -> (i < N.to_nat (rows b))%nat ->
     (j < N.to_nat (columns b))%nat -> of_Q l <= A i j /\ A i j <= of_Q h)
  /\ (symmetric b = true -> forall i j, plays (row_strategy b) i -> (j < N.to_nat (rows b))%nat ->
     A i j + A j i == of_Q (mirror_sum b)).

(** A whole game, given as its rows. *)
Definition game_of (g : list (list Q)) (i j : nat) : K := of_Q (nth j (nth i g nil) 0%Q).

(** ** Claims *)

(** The optimal row strategies: on the rows of s, v against the columns of t, no less elsewhere. *)
Definition row_set (n m : nat) (A : nat -> nat -> K) (s t : strategy) (v : K) (x : nat -> K) : Prop :=
  mixed n x
  /\ (forall i, (i < n)%nat -> ~ plays s i -> x i == zero K)
  /\ (forall j, (j < m)%nat -> plays t j -> sum n (fun i => x i * A i j) == v)
  /\ (forall j, (j < m)%nat -> v <= sum n (fun i => x i * A i j)).

Definition column_set (n m : nat) (A : nat -> nat -> K) (s t : strategy) (v : K) (y : nat -> K) : Prop :=
  mixed m y
  /\ (forall j, (j < m)%nat -> ~ plays t j -> y j == zero K)
  /\ (forall i, (i < n)%nat -> plays s i -> sum m (fun j => A i j * y j) == v)
  /\ (forall i, (i < n)%nat -> sum m (fun j => A i j * y j) <= v).

(** v is the value and no other number is; all equilibria; the two strategies are one; the
    supports are exactly what equilibria play. *)
Definition claim (c : certificate) (A : nat -> nat -> K) : Prop :=
  let b := evidence c in
  let n := N.to_nat (rows b) in
  let m := N.to_nat (columns b) in
  let s := row_strategy b in
  let t := column_strategy b in
  let v := of_Q (value c) in
  is_value n m A v
  /\ (forall v', is_value n m A v' -> v' == v)
  /\ (forall x y, nash n m A x y <-> row_set n m A s t v x /\ column_set n m A s t v y)
  /\ nash n m A (probability s) (probability t)
  /\ (forall i, (i < n)%nat -> (plays s i <-> exists x y, nash n m A x y /\ zero K < x i))
  /\ (forall j, (j < m)%nat -> (plays t j <-> exists x y, nash n m A x y /\ zero K < y j)).

(** There is one equilibrium, the certificate's. *)
Definition claim_unique (c : certificate) (A : nat -> nat -> K) : Prop :=
  let b := evidence c in
  forall x y, nash (N.to_nat (rows b)) (N.to_nat (columns b)) A x y ->
    (forall i, (i < N.to_nat (rows b))%nat -> x i == probability (row_strategy b) i)
    /\ (forall j, (j < N.to_nat (columns b))%nat -> y j == probability (column_strategy b) j).

(** The sets of optimal strategies have these dimensions. *)
Definition claim_dimensions (c : certificate) (A : nat -> nat -> K) (d e : nat) : Prop :=
  let b := evidence c in
  let n := N.to_nat (rows b) in
  let m := N.to_nat (columns b) in
  dimension n (row_set n m A (row_strategy b) (column_strategy b) (of_Q (value c))) d
  /\ dimension m (column_set n m A (row_strategy b) (column_strategy b) (of_Q (value c))) e.

(** Both strategies guarantee what is said, so the value lies between; the two are near. The value of
    a game that is symmetric throughout is half of what its matches pay, and low is near that. *)
Definition claim_bounds (c : bounds) (A : nat -> nat -> K) : Prop :=
  let b := frame c in
  let n := N.to_nat (rows b) in
  let m := N.to_nat (columns b) in
  let y := if symmetric b then row_strategy b else column_strategy b in
  row_guarantees n m A (probability (row_strategy b)) (of_Q (low c))
  /\ column_guarantees n m A (probability y) (of_Q (high c))
  /\ (forall v, is_value n m A v -> of_Q (low c) <= v /\ v <= of_Q (high c))
  /\ (symmetric b = false -> of_Q (high c) - of_Q (low c) <= of_Q (epsilon c))
  /\ (symmetric b = true ->
      (forall i j, (i < n)%nat -> (j < n)%nat -> A i j + A j i == of_Q (mirror_sum b)) ->
      forall v, is_value n m A v ->
        v + v == of_Q (mirror_sum b) /\ v - of_Q (low c) <= of_Q (epsilon c)
        /\ of_Q (high c) - v <= of_Q (epsilon c)).

(** ** Answers *)

Inductive subject := Pair (c : certificate) | Between (c : bounds).

(** What the program says; ocaml/answer.ml has the words for each. *)
Inductive finding :=
  | Not_shown
  | Equilibria (dimensions : option (N * N))
  | Bounded.

(** What that means of a game. *)
Definition means (r : subject) (f : finding) (A : nat -> nat -> K) : Prop :=
  match r, f with
  | _, Not_shown => True
  | Pair c, Equilibria None => claim c A
  | Pair c, Equilibria (Some (d, e)) =>
      claim c A /\ claim_dimensions c A (N.to_nat d) (N.to_nat e)
      /\ (d = 0%N -> e = 0%N -> claim_unique c A)
  | Between c, Bounded => claim_bounds c A
  | _, _ => False
  end.

Definition said_by (r : subject) : body := match r with Pair c => evidence c | Between c => frame c end.

End Definitions.
