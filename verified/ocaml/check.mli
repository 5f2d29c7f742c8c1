
val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

type comparison =
| Eq
| Lt
| Gt

val add : nat -> nat -> nat

val eqb : bool -> bool -> bool

module Pos :
 sig
  type mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg
 end

module Coq_Pos :
 sig
  val succ : Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val add_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int

  type mask = Pos.mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg

  val succ_double_mask : mask -> mask

  val double_mask : mask -> mask

  val double_pred_mask : Big_int_Z.big_int -> mask

  val sub_mask : Big_int_Z.big_int -> Big_int_Z.big_int -> mask

  val sub_mask_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> mask

  val sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val size_nat : Big_int_Z.big_int -> nat

  val compare_cont :
    comparison -> Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val gcdn :
    nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val gcd : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int
 end

module N :
 sig
  val succ : Big_int_Z.big_int -> Big_int_Z.big_int

  val sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool
 end

module Z :
 sig
  val double : Big_int_Z.big_int -> Big_int_Z.big_int

  val succ_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int

  val pos_sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val add : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val opp : Big_int_Z.big_int -> Big_int_Z.big_int

  val sub : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val mul : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison

  val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

  val abs : Big_int_Z.big_int -> Big_int_Z.big_int

  val to_pos : Big_int_Z.big_int -> Big_int_Z.big_int

  val pos_div_eucl :
    Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int * Big_int_Z.big_int

  val div_eucl :
    Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int * Big_int_Z.big_int

  val div : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val modulo : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int

  val gcd : Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int
 end

val hd : 'a1 -> 'a1 list -> 'a1

val tl : 'a1 list -> 'a1 list

val nth : nat -> 'a1 list -> 'a1 -> 'a1

val rev_append : 'a1 list -> 'a1 list -> 'a1 list

val rev' : 'a1 list -> 'a1 list

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

type q = { qnum : Big_int_Z.big_int; qden : Big_int_Z.big_int }

val qle_bool : q -> q -> bool

val qplus : q -> q -> q

val qopp : q -> q

val qminus : q -> q -> q

type cell = q option

type strategy = (Big_int_Z.big_int * q) list

type body = { rows : Big_int_Z.big_int; columns : Big_int_Z.big_int;
              symmetric : bool; range : (q * q) option;
              row_strategy : strategy; column_strategy : strategy;
              row_lines : cell list list; column_lines : cell list list }

type certificate = { evidence : body; value : q }

type bounds = { frame : body; epsilon : q; low : q; high : q }

val mirror_sum : body -> q

type subject =
| Pair of certificate
| Between of bounds

type finding =
| Not_shown
| Equilibria of (Big_int_Z.big_int * Big_int_Z.big_int) option
| Bounded

val tmap : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val count : 'a1 list -> Big_int_Z.big_int

val same : Big_int_Z.big_int -> Big_int_Z.big_int -> bool

val below : q -> q -> bool

val equal : q -> q -> bool

val rising : Big_int_Z.big_int -> Big_int_Z.big_int -> strategy -> bool

val common : strategy -> Big_int_Z.big_int

val weights : Big_int_Z.big_int -> strategy -> Big_int_Z.big_int list

val weighs : Big_int_Z.big_int -> strategy -> Big_int_Z.big_int list -> bool

val total : Big_int_Z.big_int list -> Big_int_Z.big_int

val mixed_check :
  Big_int_Z.big_int -> strategy -> Big_int_Z.big_int -> Big_int_Z.big_int
  list -> bool

val add_term : q -> Big_int_Z.big_int -> q -> q

val add_line :
  (cell -> q) -> Big_int_Z.big_int -> q list -> cell list -> q list -> q list

val sums :
  (cell -> q) -> Big_int_Z.big_int list -> cell list list -> q list -> q list

val judge : bool -> q -> Big_int_Z.big_int -> strategy -> q list -> bool

val guarantee :
  (cell -> q) -> Big_int_Z.big_int -> Big_int_Z.big_int list -> cell list
  list -> Big_int_Z.big_int -> bool -> q -> strategy -> bool

val row_dot :
  (cell -> q) -> Big_int_Z.big_int -> strategy -> Big_int_Z.big_int list ->
  cell list -> q -> q option

val dots :
  (cell -> q) -> Big_int_Z.big_int -> strategy -> Big_int_Z.big_int list ->
  cell list list -> q -> bool

val least : (q * q) option -> cell -> q

val least_opposite : (q * q) option -> cell -> q

val cell_ok : (q * q) option -> cell -> bool

val range_ok : (q * q) option -> bool

val same_indices : strategy -> strategy -> bool

val pick : Big_int_Z.big_int -> strategy -> 'a1 list -> 'a1 list -> 'a1 list

val block : strategy -> cell list list -> cell list list

val is_read : cell -> bool

val all_read : cell list list -> bool

val diagonal_read : nat -> cell list list -> bool

val push : cell list -> cell list list -> cell list list

val transpose : cell list -> cell list list -> cell list list

val mirrored : q -> cell -> cell -> bool

val forallb2 : ('a1 -> 'a2 -> bool) -> 'a1 list -> 'a2 list -> bool

val mirror_check : q -> cell list list -> bool

val check_body : bool -> body -> strategy -> q -> q -> bool

val check : certificate -> bool

val check_bounds : bounds -> bool

val cell_agrees : cell -> q -> bool

val across :
  ('a1 -> q -> bool) -> 'a1 -> (Big_int_Z.big_int -> bool) ->
  Big_int_Z.big_int -> strategy -> 'a1 list list -> q list list -> bool

val across_others :
  Big_int_Z.big_int -> strategy -> strategy -> cell list list -> q list list
  -> bool

val everywhere : Big_int_Z.big_int -> q list list -> strategy -> strategy

val in_range : q -> q -> q -> bool

val compare0 : body -> q list list -> bool

val check_game : certificate -> q list list -> bool

val check_bounds_game : bounds -> q list list -> bool

type spread = { points : strategy list; free : Big_int_Z.big_int list;
                modulus : Big_int_Z.big_int;
                inverse : Big_int_Z.big_int list list }

val is_member : Big_int_Z.big_int list -> Big_int_Z.big_int -> bool

val determined :
  Big_int_Z.big_int list -> strategy -> cell list list ->
  (Big_int_Z.big_int * cell list) list

val denominator : cell -> Big_int_Z.big_int

val factor : cell list -> Big_int_Z.big_int

val whole : Big_int_Z.big_int -> cell list -> Big_int_Z.big_int list

val is_whole :
  Big_int_Z.big_int -> cell list -> Big_int_Z.big_int list -> bool

val add_multiple :
  Big_int_Z.big_int -> Big_int_Z.big_int list -> Big_int_Z.big_int list ->
  Big_int_Z.big_int list

val times :
  Big_int_Z.big_int list -> Big_int_Z.big_int list list -> Big_int_Z.big_int
  list -> Big_int_Z.big_int list

val is_unit :
  Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
  Big_int_Z.big_int list -> bool

val units :
  Big_int_Z.big_int -> Big_int_Z.big_int list list -> Big_int_Z.big_int list
  -> Big_int_Z.big_int -> (Big_int_Z.big_int * cell list) list -> bool

val probability_at : strategy -> Big_int_Z.big_int -> q

val differs_at :
  strategy -> strategy -> Big_int_Z.big_int -> Big_int_Z.big_int list -> bool

val distinct : Big_int_Z.big_int list -> bool

val check_spread : strategy -> cell list list -> spread -> bool

val with_strategies : body -> strategy -> strategy -> body

val check_spreads : certificate -> spread -> spread -> bool

val check_dimensions : certificate -> spread -> spread -> bool

val decide :
  subject -> q list list option -> (certificate -> (spread * spread) option)
  -> finding
