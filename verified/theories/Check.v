(** The check that runs: on sparse lists, with whole numbers over common denominators. Rows, columns and
    lines may be millions and are gone through in constant stack; only the payoffs between strategies
    that are both played are not, which are as many as the square of the depth. The proofs that it is sound are in Sound.v; this
    file need not be believed. *)

From Coq Require Import ZArith QArith List Bool.
From AllNash Require Import Definitions.

Set Implicit Arguments.
Unset Strict Implicit.
Open Scope Z_scope.

(** ** Lists *)

Definition tmap {A B : Type} (f : A -> B) (l : list A) : list B :=
  rev' (fold_left (fun out a => f a :: out) l nil).

Definition count {A : Type} (l : list A) : N := fold_left (fun n _ => N.succ n) l 0%N.

Definition same (a b : N) : bool := match N.compare a b with Eq => true | _ => false end.

Definition below (a b : Q) : bool :=
  Qnum a * Zpos (Qden b) <? Qnum b * Zpos (Qden a).

Definition equal (a b : Q) : bool :=
  Qnum a * Zpos (Qden b) =? Qnum b * Zpos (Qden a).

(** ** Strategies *)

(** Indices rise and are less than n, probabilities are above 0. *)
Fixpoint rising (from n : N) (s : strategy) : bool :=
  match s with
  | nil => true
  | (k, q) :: rest =>
      N.leb from k && N.ltb k n && (0 <? Qnum q) && rising (N.succ k) n rest
  end.

(** A common denominator and the probabilities over it. *)
Definition common (s : strategy) : Z :=
  fold_left (fun d e => let q := Zpos (Qden (snd e)) in
                        if d mod q =? 0 then d else d * (q / Z.gcd d q)) s 1.

Definition weights (d : Z) (s : strategy) : list Z :=
  tmap (fun e => Qnum (snd e) * (d / Zpos (Qden (snd e)))) s.

Fixpoint weighs (d : Z) (s : strategy) (ws : list Z) : bool :=
  match s, ws with
  | nil, nil => true
  | (_, q) :: s', w :: ws' =>
      (0 <=? w) && (w * Zpos (Qden q) =? Qnum q * d) && weighs d s' ws'
  | _, _ => false
  end.

Definition total (ws : list Z) : Z := fold_left Z.add ws 0.

Definition mixed_check (n : N) (s : strategy) (d : Z) (ws : list Z) : bool :=
  (0 <? d) && rising 0 n s && weighs d s ws && (total ws =? d).

(** ** Sums *)

(** a + w c, over the least common denominator. *)
Definition add_term (a : Q) (w : Z) (c : Q) : Q :=
  if Zpos (Qden c) =? 1 then
    if Zpos (Qden a) =? 1 then Qmake (Qnum a + Qnum c * w) 1
    else Qmake (Qnum a + Qnum c * Zpos (Qden a) * w) (Qden a)
  else if Zpos (Qden a) mod Zpos (Qden c) =? 0 then
    Qmake (Qnum a + Qnum c * (Zpos (Qden a) / Zpos (Qden c)) * w) (Qden a)
  else
    let g := Z.gcd (Zpos (Qden a)) (Zpos (Qden c)) in
    let b := Zpos (Qden c) / g in
    Qmake (b * Qnum a + Qnum c * (Zpos (Qden a) / g) * w) (Z.to_pos (b * Zpos (Qden a))).

(** Adds w times a line to the sums so far. *)
Fixpoint add_line (f : cell -> Q) (w : Z) (acc : list Q) (line : list cell) (out : list Q) : list Q :=
  match acc, line with
  | a :: acc', c :: line' => add_line f w acc' line' (add_term a w (f c) :: out)
  | _, _ => rev' out
  end.

Fixpoint sums (f : cell -> Q) (ws : list Z) (lines : list (list cell)) (acc : list Q) : list Q :=
  match ws, lines with
  | w :: ws', line :: lines' => sums f ws' lines' (add_line f w acc line nil)
  | _, _ => acc
  end.

(** Each sum, numbered from j, is no less than the target; when strict, more where t does not play. *)
Fixpoint judge (strict : bool) (target : Q) (j : N) (t : strategy) (found : list Q) : bool :=
  match found with
  | nil => true
  | r :: rest =>
      match t with
      | (k, _) :: t' =>
          if same k j then Qle_bool target r && judge strict target (N.succ j) t' rest
          else (if strict then below target r else Qle_bool target r)
               && judge strict target (N.succ j) t rest
      | nil => (if strict then below target r else Qle_bool target r)
               && judge strict target (N.succ j) nil rest
      end
  end.

(** The strategy with these weights gets at least the target at each of the positions of the lines. *)
Definition guarantee (f : cell -> Q) (d : Z) (ws : list Z) (lines : list (list cell)) (width : N)
    (strict : bool) (target : Q) (t : strategy) : bool :=
  match lines with
  | nil => false
  | first :: _ =>
      forallb (fun line => same (count line) width) lines
      && judge strict (Qmake (d * Qnum target) (Qden target)) 0 t
           (sums f ws lines (tmap (fun _ => Qmake 0 1) first))
  end.

(** The weighted sum of the payoffs of one line at the indices of t. *)
Fixpoint row_dot (f : cell -> Q) (j : N) (t : strategy) (ws : list Z) (line : list cell) (acc : Q)
    : option Q :=
  match line with
  | nil => match t, ws with nil, nil => Some acc | _, _ => None end
  | c :: line' =>
      match t, ws with
      | (k, _) :: t', w :: ws' =>
          if same k j then row_dot f (N.succ j) t' ws' line' (add_term acc w (f c))
          else row_dot f (N.succ j) t ws line' acc
      | nil, nil => Some acc
      | _, _ => None
      end
  end.

Definition dots (f : cell -> Q) (d : Z) (t : strategy) (ws : list Z) (lines : list (list cell))
    (target : Q) : bool :=
  forallb (fun line =>
    match row_dot f 0 t ws line (Qmake 0 1) with
    | Some r => Qle_bool (Qmake (d * Qnum target) (Qden target)) r
    | None => false
    end) lines.

(** ** Payoffs *)

(** What a payoff is at worst for the row player, and its opposite for the column player. *)
Definition least (r : option (Q * Q)) (c : cell) : Q :=
  match c, r with Some q, _ => q | None, Some (l, _) => l | None, None => Qmake 0 1 end.

Definition least_opposite (r : option (Q * Q)) (c : cell) : Q :=
  match c, r with
  | Some q, _ => Qmake (- Qnum q) (Qden q)
  | None, Some (_, h) => Qmake (- Qnum h) (Qden h)
  | None, None => Qmake 0 1
  end.

(** Unread payoffs need a range; the others keep to it. *)
Definition cell_ok (r : option (Q * Q)) (c : cell) : bool :=
  match c, r with
  | Some q, Some (l, h) => Qle_bool l q && Qle_bool q h
  | Some _, None => true
  | None, Some _ => true
  | None, None => false
  end.

Definition range_ok (r : option (Q * Q)) : bool :=
  match r with Some (l, h) => below l h | None => true end.

Fixpoint same_indices (s t : strategy) : bool :=
  match s, t with
  | nil, nil => true
  | (k, _) :: s', (l, _) :: t' => same k l && same_indices s' t'
  | _, _ => false
  end.

(** The members of a line at the indices of t. *)
Fixpoint pick {A : Type} (j : N) (t : strategy) (line out : list A) : list A :=
  match line with
  | nil => rev' out
  | c :: line' =>
      match t with
      | nil => rev' out
      | (k, _) :: t' =>
          if same k j then pick (N.succ j) t' line' (c :: out) else pick (N.succ j) t line' out
      end
  end.

Definition block (t : strategy) (lines : list (list cell)) : list (list cell) :=
  tmap (fun line => pick 0 t line nil) lines.

Definition is_read (c : cell) : bool := match c with Some _ => true | None => false end.

Definition all_read (b : list (list cell)) : bool := forallb (forallb is_read) b.

Fixpoint diagonal_read (j : nat) (b : list (list cell)) : bool :=
  match b with
  | nil => true
  | line :: rest => is_read (nth j line None) && diagonal_read (S j) rest
  end.

(** The columns of a block of lines that are as long as the first. *)
Fixpoint push (line : list cell) (columns : list (list cell)) : list (list cell) :=
  match line, columns with
  | c :: line', col :: columns' => (c :: col) :: push line' columns'
  | _, _ => nil
  end.

Fixpoint transpose (width : list cell) (b : list (list cell)) : list (list cell) :=
  match b with
  | nil => map (fun _ => nil) width
  | line :: rest => push line (transpose width rest)
  end.

Definition mirrored (total : Q) (c c' : cell) : bool :=
  match c, c' with
  | Some q, Some q' => equal (q + q') total
  | None, None => true
  | _, _ => false
  end.

Fixpoint forallb2 {A B : Type} (f : A -> B -> bool) (l : list A) (l' : list B) : bool :=
  match l, l' with
  | nil, nil => true
  | a :: r, b :: r' => f a b && forallb2 f r r'
  | _, _ => false
  end.

Definition mirror_check (total : Q) (b : list (list cell)) : bool :=
  diagonal_read 0 b
  && forallb2 (forallb2 (mirrored total)) b (transpose (hd nil b) b).

(** ** The check *)

(** x earns at least [lo] in every column, t concedes at most [hi] in every row; when strict, more and
    less outside the supports. *)
Definition check_body (strict : bool) (b : body) (t : strategy) (lo hi : Q) : bool :=
  let s := row_strategy b in
  let r := range b in
  let d := common s in
  let ws := weights d s in
  let e := common t in
  let us := weights e t in
  range_ok r
  && mixed_check (rows b) s d ws
  && mixed_check (columns b) t e us
  && forallb (forallb (cell_ok r)) (row_lines b)
  && forallb (forallb (cell_ok r)) (column_lines b)
  && same (count (row_lines b)) (count s)
  && guarantee (least r) d ws (row_lines b) (columns b) strict lo t
  && if symmetric b then
       same (rows b) (columns b)
       && same_indices s t
       && same (count (column_lines b)) 0
       && mirror_check (mirror_sum b) (block t (row_lines b))
       && guarantee (least r) e us (row_lines b) (columns b) strict (mirror_sum b - hi)%Q s
     else
       same (count (column_lines b)) (count t)
       && guarantee (least_opposite r) e us (column_lines b) (N.sub (rows b) (count s)) strict
            (- hi)%Q nil
       && dots (least_opposite r) e t us (row_lines b) (- hi)%Q.

Definition check (c : certificate) : bool :=
  let b := evidence c in
  check_body true b (column_strategy b) (value c) (value c)
  && all_read (block (column_strategy b) (row_lines b))
  && (if symmetric b then equal (value c + value c) (mirror_sum b) else true).

Definition check_bounds (c : bounds) : bool :=
  let b := frame c in
  let t := if symmetric b then row_strategy b else column_strategy b in
  check_body false b t (low c) (high c)
  && (0 <? Qnum (epsilon c))
  && if symmetric b then
       equal (low c + high c) (mirror_sum b)
       && Qle_bool (mirror_sum b - (low c + low c)) (epsilon c + epsilon c)
     else Qle_bool (high c - low c) (epsilon c).

(** ** The whole game *)

Definition cell_agrees (c : cell) (q : Q) : bool :=
  match c with Some a => equal a q | None => true end.

(** Compares columns, read from their tops, with the rows of g at the indices of t; passes over the
    rows that [skip] names. *)
Fixpoint across {A : Type} (agree : A -> Q -> bool) (none : A) (skip : N -> bool) (i : N)
    (t : strategy) (cols : list (list A)) (g : list (list Q)) : bool :=
  match g with
  | nil => true
  | row :: g' =>
      if skip i then across agree none skip (N.succ i) t cols g'
      else forallb2 agree (tmap (hd none) cols) (pick 0 t row nil)
           && across agree none skip (N.succ i) t (tmap (@tl A) cols) g'
  end.

(** Passes over the rows that s plays; both rise, so that one walk finds them. *)
Fixpoint across_others (i : N) (s t : strategy) (cols : list (list cell)) (g : list (list Q)) : bool :=
  match g with
  | nil => true
  | row :: g' =>
      if match s with (k, _) :: _ => same k i | nil => false end
      then across_others (N.succ i) (tl s) t cols g'
      else forallb2 cell_agrees (tmap (hd None) cols) (pick 0 t row nil)
           && across_others (N.succ i) s t (tmap (@tl cell) cols) g'
  end.

(** Every index of the game, as if it were played. *)
Fixpoint everywhere (i : N) (g : list (list Q)) (out : strategy) : strategy :=
  match g with nil => rev' out | _ :: g' => everywhere (N.succ i) g' ((i, Qmake 1 1) :: out) end.

Definition in_range (l h q : Q) : bool := Qle_bool l q && Qle_bool q h.

(** The game has the shape, the range, the payoffs and the symmetry that the certificate states. *)
Definition compare (b : body) (g : list (list Q)) : bool :=
  let s := row_strategy b in
  let all := everywhere 0 g nil in
  same (count g) (rows b)
  && forallb (fun row => same (count row) (columns b)) g
  && match range b with Some (l, h) => forallb (forallb (in_range l h)) g | None => true end
  && forallb2 (forallb2 cell_agrees) (row_lines b) (pick 0 s g nil)
  && if symmetric b then
       across (fun a a' => equal (a + a') (mirror_sum b)) (Qmake 0 1) (fun _ => false) 0 all
         (pick 0 all g nil) g
     else across_others 0 s (column_strategy b) (column_lines b) g.

Definition check_game (c : certificate) (g : list (list Q)) : bool :=
  check c && compare (evidence c) g.

Definition check_bounds_game (c : bounds) (g : list (list Q)) : bool :=
  check_bounds c && compare (frame c) g.

(** ** Dimensions *)

(** Evidence of the dimension of a player's optimal set, from anyone: further optimal strategies, for
    each an index where it alone differs, and what shows that the other played indices are determined:
    an inverse modulo a number of their payoffs against what the other player plays. *)
Record spread := {
  points : list strategy;
  free : list N;
  modulus : Z;
  inverse : list (list Z)
}.

Definition is_member (l : list N) (k : N) : bool := existsb (same k) l.

(** The rows of the other indices, as whole numbers; the factor stands in front. *)
Fixpoint determined (l : list N) (s : strategy) (rows : list (list cell)) : list (N * list cell) :=
  match s, rows with
  | (k, _) :: s', line :: rows' =>
      if is_member l k then determined l s' rows' else (k, line) :: determined l s' rows'
  | _, _ => nil
  end.

Definition denominator (c : cell) : Z := match c with Some q => Zpos (Qden q) | None => 1 end.

Definition factor (line : list cell) : Z :=
  fold_left (fun d c => let q := denominator c in
                        if d mod q =? 0 then d else d * (q / Z.gcd d q)) line 1.

Definition whole (d : Z) (line : list cell) : list Z :=
  map (fun c => match c with Some q => Qnum q * (d / Zpos (Qden q)) | None => 0 end) line.

Fixpoint is_whole (d : Z) (line : list cell) (ws : list Z) : bool :=
  match line, ws with
  | nil, nil => true
  | Some q :: line', w :: ws' => (w * Zpos (Qden q) =? Qnum q * d) && is_whole d line' ws'
  | _, _ => false
  end.

Fixpoint add_multiple (m : Z) (acc row : list Z) : list Z :=
  match acc, row with
  | a :: acc', r :: row' => (a + m * r) :: add_multiple m acc' row'
  | _, _ => nil
  end.

Fixpoint times (line : list Z) (mat : list (list Z)) (acc : list Z) : list Z :=
  match line, mat with
  | m :: line', row :: mat' => times line' mat' (add_multiple m acc row)
  | _, _ => acc
  end.

(** The line is that of the unit matrix with a 1 at a, modulo p. *)
Fixpoint is_unit (p : Z) (a b : N) (line : list Z) : bool :=
  match line with
  | nil => true
  | w :: line' => ((w - (if same a b then 1 else 0)) mod p =? 0) && is_unit p a (N.succ b) line'
  end.

Fixpoint units (p : Z) (mat : list (list Z)) (zeros : list Z) (a : N) (lines : list (N * list cell)) : bool :=
  match lines with
  | nil => true
  | (_, line) :: rest =>
      let d := factor line in
      let ws := whole d line in
      (0 <? d) && is_whole d line ws
      && same (count (d :: ws)) (count mat)
      && is_unit p a 0 (times (d :: ws) mat zeros)
      && units p mat zeros (N.succ a) rest
  end.

Fixpoint probability_at (s : strategy) (k : N) : Q :=
  match s with
  | nil => Qmake 0 1
  | (l, q) :: rest => if same l k then q else probability_at rest k
  end.

(** Point p differs from s at its own index alone, among those of l. *)
Fixpoint differs_at (s p : strategy) (own : N) (l : list N) : bool :=
  match l with
  | nil => true
  | k :: rest =>
      Bool.eqb (same k own) (negb (equal (probability_at p k) (probability_at s k)))
      && differs_at s p own rest
  end.

Fixpoint distinct (l : list N) : bool :=
  match l with nil => true | k :: rest => negb (is_member rest k) && distinct rest end.

Definition check_spread (s : strategy) (rows : list (list cell)) (e : spread) : bool :=
  let lines := determined (free e) s rows in
  (1 <? modulus e)
  && distinct (free e)
  && forallb (fun k => is_member (map fst s) k) (free e)
  && forallb2 (fun p k => same_indices s p && differs_at s p k (free e)) (points e) (free e)
  && forallb (fun row => same (count row) (count lines)) (inverse e)
  && units (modulus e) (inverse e) (map (fun _ => 0) lines) 0 lines.

Definition with_strategies (b : body) (s t : strategy) : body :=
  {| rows := rows b; columns := columns b; symmetric := symmetric b; range := range b;
     row_strategy := s; column_strategy := t; row_lines := row_lines b; column_lines := column_lines b |}.

Definition check_spreads (c : certificate) (ex ey : spread) : bool :=
  let b := evidence c in
  let s := row_strategy b in
  let t := column_strategy b in
  let v := value c in
  let rows := block t (row_lines b) in
  check_spread s rows ex
  && check_spread t (transpose (hd nil rows) rows) ey
  && forallb (fun p => check_body false (with_strategies b p t) t v v) (points ex)
  && forallb (fun p => check_body false (with_strategies b s p) p v v) (points ey).

Definition check_dimensions (c : certificate) (ex ey : spread) : bool :=
  check c && check_spreads c ex ey.

(** ** The answer *)

(** [find] looks for evidence of the dimensions, once the rest is shown; it may return anything. *)
Definition decide (r : subject) (game : option (list (list Q)))
    (find : certificate -> option (spread * spread)) : finding :=
  match r with
  | Pair c =>
      if match game with Some g => check_game c g | None => check c end then
        match find c with
        | Some (ex, ey) =>
            Equilibria (if check_spreads c ex ey then Some (count (points ex), count (points ey)) else None)
        | None => Equilibria None
        end
      else Not_shown
  | Between c =>
      if match game with Some g => check_bounds_game c g | None => check_bounds c end
      then Bounded else Not_shown
  end.
