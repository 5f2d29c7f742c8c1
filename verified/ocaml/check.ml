
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

type comparison =
| Eq
| Lt
| Gt

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Pos =
 struct
  type mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg
 end

module Coq_Pos =
 struct
  (** val succ : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec succ = Big_int_Z.succ_big_int

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec add = Big_int_Z.add_big_int

  (** val add_carry :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  and add_carry x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (add_carry p q0))
        (fun q0 -> Big_int_Z.mult_int_big_int 2 (add_carry p q0))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (succ p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> Big_int_Z.mult_int_big_int 2 (add_carry p q0))
        (fun q0 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (add p q0))
        (fun _ -> Big_int_Z.mult_int_big_int 2 (succ p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        (succ q0))
        (fun q0 -> Big_int_Z.mult_int_big_int 2 (succ q0))
        (fun _ ->
        (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
        Big_int_Z.unit_big_int)
        y)
      x

  (** val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec pred_double x =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (Big_int_Z.mult_int_big_int 2 p))
      (fun p ->
      (fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      (pred_double p))
      (fun _ -> Big_int_Z.unit_big_int)
      x

  type mask = Pos.mask =
  | IsNul
  | IsPos of Big_int_Z.big_int
  | IsNeg

  (** val succ_double_mask : mask -> mask **)

  let succ_double_mask = function
  | IsNul -> IsPos Big_int_Z.unit_big_int
  | IsPos p ->
    IsPos ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      p)
  | IsNeg -> IsNeg

  (** val double_mask : mask -> mask **)

  let double_mask = function
  | IsPos p -> IsPos (Big_int_Z.mult_int_big_int 2 p)
  | x0 -> x0

  (** val double_pred_mask : Big_int_Z.big_int -> mask **)

  let double_pred_mask x =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p -> IsPos (Big_int_Z.mult_int_big_int 2
      (Big_int_Z.mult_int_big_int 2 p)))
      (fun p -> IsPos (Big_int_Z.mult_int_big_int 2
      (pred_double p)))
      (fun _ -> IsNul)
      x

  (** val sub_mask : Big_int_Z.big_int -> Big_int_Z.big_int -> mask **)

  let rec sub_mask x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> double_mask (sub_mask p q0))
        (fun q0 -> succ_double_mask (sub_mask p q0))
        (fun _ -> IsPos (Big_int_Z.mult_int_big_int 2 p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> succ_double_mask (sub_mask_carry p q0))
        (fun q0 -> double_mask (sub_mask p q0))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> IsNeg)
        (fun _ -> IsNeg)
        (fun _ -> IsNul)
        y)
      x

  (** val sub_mask_carry : Big_int_Z.big_int -> Big_int_Z.big_int -> mask **)

  and sub_mask_carry x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> succ_double_mask (sub_mask_carry p q0))
        (fun q0 -> double_mask (sub_mask p q0))
        (fun _ -> IsPos (pred_double p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> double_mask (sub_mask_carry p q0))
        (fun q0 -> succ_double_mask (sub_mask_carry p q0))
        (fun _ -> double_pred_mask p)
        y)
      (fun _ -> IsNeg)
      x

  (** val sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sub = (fun n m -> Big_int_Z.max_big_int
  Big_int_Z.unit_big_int (Big_int_Z.sub_big_int n m))

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec mul = Big_int_Z.mult_big_int

  (** val size_nat : Big_int_Z.big_int -> nat **)

  let rec size_nat p =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 -> S (size_nat p0))
      (fun p0 -> S (size_nat p0))
      (fun _ -> S O)
      p

  (** val compare_cont :
      comparison -> Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let rec compare_cont = (fun c x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then c else if s < 0 then Lt else Gt)

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let rec eqb p q0 =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q1 -> eqb p0 q1)
        (fun _ -> false)
        (fun _ -> false)
        q0)
      (fun p0 ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun q1 -> eqb p0 q1)
        (fun _ -> false)
        q0)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun _ -> false)
        (fun _ -> false)
        (fun _ -> true)
        q0)
      p

  (** val gcdn :
      nat -> Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec gcdn n0 a b =
    match n0 with
    | O -> Big_int_Z.unit_big_int
    | S n1 ->
      ((fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
         (fun a' ->
         (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun b' ->
           match compare a' b' with
           | Eq -> a
           | Lt -> gcdn n1 (sub b' a') a
           | Gt -> gcdn n1 (sub a' b') b)
           (fun b0 -> gcdn n1 a b0)
           (fun _ -> Big_int_Z.unit_big_int)
           b)
         (fun a0 ->
         (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
           (fun _ -> gcdn n1 a0 b)
           (fun b0 -> Big_int_Z.mult_int_big_int 2 (gcdn n1 a0 b0))
           (fun _ -> Big_int_Z.unit_big_int)
           b)
         (fun _ -> Big_int_Z.unit_big_int)
         a)

  (** val gcd :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let gcd a b =
    gcdn (Coq__1.add (size_nat a) (size_nat b)) a b
 end

module N =
 struct
  (** val succ : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let succ = Big_int_Z.succ_big_int

  (** val sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sub = (fun n m -> Big_int_Z.max_big_int Big_int_Z.zero_big_int
  (Big_int_Z.sub_big_int n m))

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false
 end

module Z =
 struct
  (** val double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.zero_big_int)
      (fun p -> (Big_int_Z.mult_int_big_int 2 p))
      (fun p -> Big_int_Z.minus_big_int (Big_int_Z.mult_int_big_int 2 p))
      x

  (** val succ_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let succ_double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p ->
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x))
      p))
      (fun p -> Big_int_Z.minus_big_int (Coq_Pos.pred_double p))
      x

  (** val pred_double : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let pred_double x =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.minus_big_int Big_int_Z.unit_big_int)
      (fun p -> (Coq_Pos.pred_double p))
      (fun p -> Big_int_Z.minus_big_int
      ((fun x -> Big_int_Z.succ_big_int (Big_int_Z.mult_int_big_int 2 x)) p))
      x

  (** val pos_sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let rec pos_sub x y =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> double (pos_sub p q0))
        (fun q0 -> succ_double (pos_sub p q0))
        (fun _ -> (Big_int_Z.mult_int_big_int 2 p))
        y)
      (fun p ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> pred_double (pos_sub p q0))
        (fun q0 -> double (pos_sub p q0))
        (fun _ -> (Coq_Pos.pred_double p))
        y)
      (fun _ ->
      (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
        (fun q0 -> Big_int_Z.minus_big_int (Big_int_Z.mult_int_big_int 2
        q0))
        (fun q0 -> Big_int_Z.minus_big_int (Coq_Pos.pred_double q0))
        (fun _ -> Big_int_Z.zero_big_int)
        y)
      x

  (** val add :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let add = Big_int_Z.add_big_int

  (** val opp : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let opp = Big_int_Z.minus_big_int

  (** val sub :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let sub = Big_int_Z.sub_big_int

  (** val mul :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let mul = Big_int_Z.mult_big_int

  (** val compare : Big_int_Z.big_int -> Big_int_Z.big_int -> comparison **)

  let compare = (fun x y -> let s = Big_int_Z.compare_big_int x y in
  if s = 0 then Eq else if s < 0 then Lt else Gt)

  (** val leb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val eqb : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

  let eqb = Big_int_Z.eq_big_int

  (** val abs : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let abs = Big_int_Z.abs_big_int

  (** val to_pos : Big_int_Z.big_int -> Big_int_Z.big_int **)

  let to_pos z0 =
    (fun fO fp fn z -> let s = Big_int_Z.sign_big_int z in
  if s = 0 then fO () else if s > 0 then fp z
  else fn (Big_int_Z.minus_big_int z))
      (fun _ -> Big_int_Z.unit_big_int)
      (fun p -> p)
      (fun _ -> Big_int_Z.unit_big_int)
      z0

  (** val pos_div_eucl :
      Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * Big_int_Z.big_int **)

  let rec pos_div_eucl a b =
    (fun f2p1 f2p f1 p ->
  if Big_int_Z.le_big_int p Big_int_Z.unit_big_int then f1 () else
  let (q,r) = Big_int_Z.quomod_big_int p (Big_int_Z.big_int_of_int 2) in
  if Big_int_Z.eq_big_int r Big_int_Z.zero_big_int then f2p q else f2p1 q)
      (fun a' ->
      let (q0, r) = pos_div_eucl a' b in
      let r' =
        add (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) r)
          Big_int_Z.unit_big_int
      in
      if ltb r' b
      then ((mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q0),
             r')
      else ((add
              (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q0)
              Big_int_Z.unit_big_int), (sub r' b)))
      (fun a' ->
      let (q0, r) = pos_div_eucl a' b in
      let r' = mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) r in
      if ltb r' b
      then ((mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q0),
             r')
      else ((add
              (mul (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) q0)
              Big_int_Z.unit_big_int), (sub r' b)))
      (fun _ ->
      if leb (Big_int_Z.mult_int_big_int 2 Big_int_Z.unit_big_int) b
      then (Big_int_Z.zero_big_int, Big_int_Z.unit_big_int)
      else (Big_int_Z.unit_big_int, Big_int_Z.zero_big_int))
      a

  (** val div_eucl :
      Big_int_Z.big_int -> Big_int_Z.big_int ->
      Big_int_Z.big_int * Big_int_Z.big_int **)

  let div_eucl = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> (zero_big_int, x)
  | 1 -> quomod_big_int x y
  | _ -> let (q, r) = quomod_big_int (add_int_big_int (-1) x) y in
          (add_int_big_int (-1) q, add_big_int (add_int_big_int 1 y) r))

  (** val div :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let div = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> zero_big_int
  | 1 -> div_big_int x y
  | _ -> add_int_big_int (-1) (div_big_int (add_int_big_int (-1) x) y))

  (** val modulo :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let modulo = Big_int_Z.(fun x y ->
  match sign_big_int y with
  | 0 -> x
  | 1 -> mod_big_int x y
  | _ -> add_big_int y (add_int_big_int 1 (mod_big_int (add_int_big_int (-1) x) y)))

  (** val gcd :
      Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int **)

  let gcd = Big_int_Z.gcd_big_int
 end

(** val hd : 'a1 -> 'a1 list -> 'a1 **)

let hd default = function
| [] -> default
| x :: _ -> x

(** val tl : 'a1 list -> 'a1 list **)

let tl = function
| [] -> []
| _ :: m -> m

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n0 l default =
  match n0 with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m -> (match l with
            | [] -> default
            | _ :: t -> nth m t default)

(** val rev_append : 'a1 list -> 'a1 list -> 'a1 list **)

let rec rev_append l l' =
  match l with
  | [] -> l'
  | a :: l0 -> rev_append l0 (a :: l')

(** val rev' : 'a1 list -> 'a1 list **)

let rev' l =
  rev_append l []

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t -> fold_left f t (f a0 b)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

type q = { qnum : Big_int_Z.big_int; qden : Big_int_Z.big_int }

(** val qle_bool : q -> q -> bool **)

let qle_bool x y =
  Z.leb (Z.mul x.qnum y.qden) (Z.mul y.qnum x.qden)

(** val qplus : q -> q -> q **)

let qplus x y =
  { qnum = (Z.add (Z.mul x.qnum y.qden) (Z.mul y.qnum x.qden)); qden =
    (Coq_Pos.mul x.qden y.qden) }

(** val qopp : q -> q **)

let qopp x =
  { qnum = (Z.opp x.qnum); qden = x.qden }

(** val qminus : q -> q -> q **)

let qminus x y =
  qplus x (qopp y)

type cell = q option

type strategy = (Big_int_Z.big_int * q) list

type body = { rows : Big_int_Z.big_int; columns : Big_int_Z.big_int;
              symmetric : bool; range : (q * q) option;
              row_strategy : strategy; column_strategy : strategy;
              row_lines : cell list list; column_lines : cell list list }

type certificate = { evidence : body; value : q }

type bounds = { frame : body; epsilon : q; low : q; high : q }

(** val mirror_sum : body -> q **)

let mirror_sum b =
  match b.range with
  | Some p -> let (l, h) = p in qplus l h
  | None -> { qnum = Big_int_Z.zero_big_int; qden = Big_int_Z.unit_big_int }

type subject =
| Pair of certificate
| Between of bounds

type finding =
| Not_shown
| Equilibria of (Big_int_Z.big_int * Big_int_Z.big_int) option
| Bounded

(** val tmap : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let tmap f l =
  rev' (fold_left (fun out a -> (f a) :: out) l [])

(** val count : 'a1 list -> Big_int_Z.big_int **)

let count l =
  fold_left (fun n0 _ -> N.succ n0) l Big_int_Z.zero_big_int

(** val same : Big_int_Z.big_int -> Big_int_Z.big_int -> bool **)

let same a b =
  match N.compare a b with
  | Eq -> true
  | _ -> false

(** val below : q -> q -> bool **)

let below a b =
  Z.ltb (Z.mul a.qnum b.qden) (Z.mul b.qnum a.qden)

(** val equal : q -> q -> bool **)

let equal a b =
  Z.eqb (Z.mul a.qnum b.qden) (Z.mul b.qnum a.qden)

(** val rising :
    Big_int_Z.big_int -> Big_int_Z.big_int -> strategy -> bool **)

let rec rising from n0 = function
| [] -> true
| p :: rest ->
  let (k, q0) = p in
  (&&)
    ((&&) ((&&) (N.leb from k) (N.ltb k n0))
      (Z.ltb Big_int_Z.zero_big_int q0.qnum)) (rising (N.succ k) n0 rest)

(** val common : strategy -> Big_int_Z.big_int **)

let common s =
  fold_left (fun d e ->
    let q0 = (snd e).qden in
    if Z.eqb (Z.modulo d q0) Big_int_Z.zero_big_int
    then d
    else Z.mul d (Z.div q0 (Z.gcd d q0))) s Big_int_Z.unit_big_int

(** val weights : Big_int_Z.big_int -> strategy -> Big_int_Z.big_int list **)

let weights d s =
  tmap (fun e -> Z.mul (snd e).qnum (Z.div d (snd e).qden)) s

(** val weighs :
    Big_int_Z.big_int -> strategy -> Big_int_Z.big_int list -> bool **)

let rec weighs d s ws =
  match s with
  | [] -> (match ws with
           | [] -> true
           | _ :: _ -> false)
  | p :: s' ->
    let (_, q0) = p in
    (match ws with
     | [] -> false
     | w :: ws' ->
       (&&)
         ((&&) (Z.leb Big_int_Z.zero_big_int w)
           (Z.eqb (Z.mul w q0.qden) (Z.mul q0.qnum d))) (weighs d s' ws'))

(** val total : Big_int_Z.big_int list -> Big_int_Z.big_int **)

let total ws =
  fold_left Z.add ws Big_int_Z.zero_big_int

(** val mixed_check :
    Big_int_Z.big_int -> strategy -> Big_int_Z.big_int -> Big_int_Z.big_int
    list -> bool **)

let mixed_check n0 s d ws =
  (&&)
    ((&&)
      ((&&) (Z.ltb Big_int_Z.zero_big_int d)
        (rising Big_int_Z.zero_big_int n0 s)) (weighs d s ws))
    (Z.eqb (total ws) d)

(** val add_term : q -> Big_int_Z.big_int -> q -> q **)

let add_term a w c =
  if Z.eqb c.qden Big_int_Z.unit_big_int
  then if Z.eqb a.qden Big_int_Z.unit_big_int
       then { qnum = (Z.add a.qnum (Z.mul c.qnum w)); qden =
              Big_int_Z.unit_big_int }
       else { qnum = (Z.add a.qnum (Z.mul (Z.mul c.qnum a.qden) w)); qden =
              a.qden }
  else if Z.eqb (Z.modulo a.qden c.qden) Big_int_Z.zero_big_int
       then { qnum =
              (Z.add a.qnum (Z.mul (Z.mul c.qnum (Z.div a.qden c.qden)) w));
              qden = a.qden }
       else let g = Z.gcd a.qden c.qden in
            let b = Z.div c.qden g in
            { qnum =
            (Z.add (Z.mul b a.qnum) (Z.mul (Z.mul c.qnum (Z.div a.qden g)) w));
            qden = (Z.to_pos (Z.mul b a.qden)) }

(** val add_line :
    (cell -> q) -> Big_int_Z.big_int -> q list -> cell list -> q list -> q
    list **)

let rec add_line f w acc line out =
  match acc with
  | [] -> rev' out
  | a :: acc' ->
    (match line with
     | [] -> rev' out
     | c :: line' -> add_line f w acc' line' ((add_term a w (f c)) :: out))

(** val sums :
    (cell -> q) -> Big_int_Z.big_int list -> cell list list -> q list -> q
    list **)

let rec sums f ws lines acc =
  match ws with
  | [] -> acc
  | w :: ws' ->
    (match lines with
     | [] -> acc
     | line :: lines' -> sums f ws' lines' (add_line f w acc line []))

(** val judge :
    bool -> q -> Big_int_Z.big_int -> strategy -> q list -> bool **)

let rec judge strict target j t = function
| [] -> true
| r :: rest ->
  (match t with
   | [] ->
     (&&) (if strict then below target r else qle_bool target r)
       (judge strict target (N.succ j) [] rest)
   | p :: t' ->
     let (k, _) = p in
     if same k j
     then (&&) (qle_bool target r) (judge strict target (N.succ j) t' rest)
     else (&&) (if strict then below target r else qle_bool target r)
            (judge strict target (N.succ j) t rest))

(** val guarantee :
    (cell -> q) -> Big_int_Z.big_int -> Big_int_Z.big_int list -> cell list
    list -> Big_int_Z.big_int -> bool -> q -> strategy -> bool **)

let guarantee f d ws lines width strict target t =
  match lines with
  | [] -> false
  | first :: _ ->
    (&&) (forallb (fun line -> same (count line) width) lines)
      (judge strict { qnum = (Z.mul d target.qnum); qden = target.qden }
        Big_int_Z.zero_big_int t
        (sums f ws lines
          (tmap (fun _ -> { qnum = Big_int_Z.zero_big_int; qden =
            Big_int_Z.unit_big_int }) first)))

(** val row_dot :
    (cell -> q) -> Big_int_Z.big_int -> strategy -> Big_int_Z.big_int list ->
    cell list -> q -> q option **)

let rec row_dot f j t ws line acc =
  match line with
  | [] ->
    (match t with
     | [] -> (match ws with
              | [] -> Some acc
              | _ :: _ -> None)
     | _ :: _ -> None)
  | c :: line' ->
    (match t with
     | [] -> (match ws with
              | [] -> Some acc
              | _ :: _ -> None)
     | p :: t' ->
       let (k, _) = p in
       (match ws with
        | [] -> None
        | w :: ws' ->
          if same k j
          then row_dot f (N.succ j) t' ws' line' (add_term acc w (f c))
          else row_dot f (N.succ j) t ws line' acc))

(** val dots :
    (cell -> q) -> Big_int_Z.big_int -> strategy -> Big_int_Z.big_int list ->
    cell list list -> q -> bool **)

let dots f d t ws lines target =
  forallb (fun line ->
    match row_dot f Big_int_Z.zero_big_int t ws line { qnum =
            Big_int_Z.zero_big_int; qden = Big_int_Z.unit_big_int } with
    | Some r ->
      qle_bool { qnum = (Z.mul d target.qnum); qden = target.qden } r
    | None -> false) lines

(** val least : (q * q) option -> cell -> q **)

let least r = function
| Some q0 -> q0
| None ->
  (match r with
   | Some p -> let (l, _) = p in l
   | None -> { qnum = Big_int_Z.zero_big_int; qden = Big_int_Z.unit_big_int })

(** val least_opposite : (q * q) option -> cell -> q **)

let least_opposite r = function
| Some q0 -> { qnum = (Z.opp q0.qnum); qden = q0.qden }
| None ->
  (match r with
   | Some p -> let (_, h) = p in { qnum = (Z.opp h.qnum); qden = h.qden }
   | None -> { qnum = Big_int_Z.zero_big_int; qden = Big_int_Z.unit_big_int })

(** val cell_ok : (q * q) option -> cell -> bool **)

let cell_ok r = function
| Some q0 ->
  (match r with
   | Some p -> let (l, h) = p in (&&) (qle_bool l q0) (qle_bool q0 h)
   | None -> true)
| None -> (match r with
           | Some _ -> true
           | None -> false)

(** val range_ok : (q * q) option -> bool **)

let range_ok = function
| Some p -> let (l, h) = p in below l h
| None -> true

(** val same_indices : strategy -> strategy -> bool **)

let rec same_indices s t =
  match s with
  | [] -> (match t with
           | [] -> true
           | _ :: _ -> false)
  | p :: s' ->
    let (k, _) = p in
    (match t with
     | [] -> false
     | p0 :: t' -> let (l, _) = p0 in (&&) (same k l) (same_indices s' t'))

(** val pick :
    Big_int_Z.big_int -> strategy -> 'a1 list -> 'a1 list -> 'a1 list **)

let rec pick j t line out =
  match line with
  | [] -> rev' out
  | c :: line' ->
    (match t with
     | [] -> rev' out
     | p :: t' ->
       let (k, _) = p in
       if same k j
       then pick (N.succ j) t' line' (c :: out)
       else pick (N.succ j) t line' out)

(** val block : strategy -> cell list list -> cell list list **)

let block t lines =
  tmap (fun line -> pick Big_int_Z.zero_big_int t line []) lines

(** val is_read : cell -> bool **)

let is_read = function
| Some _ -> true
| None -> false

(** val all_read : cell list list -> bool **)

let all_read b =
  forallb (forallb is_read) b

(** val diagonal_read : nat -> cell list list -> bool **)

let rec diagonal_read j = function
| [] -> true
| line :: rest -> (&&) (is_read (nth j line None)) (diagonal_read (S j) rest)

(** val push : cell list -> cell list list -> cell list list **)

let rec push line columns0 =
  match line with
  | [] -> []
  | c :: line' ->
    (match columns0 with
     | [] -> []
     | col :: columns' -> (c :: col) :: (push line' columns'))

(** val transpose : cell list -> cell list list -> cell list list **)

let rec transpose width = function
| [] -> map (fun _ -> []) width
| line :: rest -> push line (transpose width rest)

(** val mirrored : q -> cell -> cell -> bool **)

let mirrored total0 c c' =
  match c with
  | Some q0 ->
    (match c' with
     | Some q' -> equal (qplus q0 q') total0
     | None -> false)
  | None -> (match c' with
             | Some _ -> false
             | None -> true)

(** val forallb2 : ('a1 -> 'a2 -> bool) -> 'a1 list -> 'a2 list -> bool **)

let rec forallb2 f l l' =
  match l with
  | [] -> (match l' with
           | [] -> true
           | _ :: _ -> false)
  | a :: r ->
    (match l' with
     | [] -> false
     | b :: r' -> (&&) (f a b) (forallb2 f r r'))

(** val mirror_check : q -> cell list list -> bool **)

let mirror_check total0 b =
  (&&) (diagonal_read O b)
    (forallb2 (forallb2 (mirrored total0)) b (transpose (hd [] b) b))

(** val check_body : bool -> body -> strategy -> q -> q -> bool **)

let check_body strict b t lo hi =
  let s = b.row_strategy in
  let r = b.range in
  let d = common s in
  let ws = weights d s in
  let e = common t in
  let us = weights e t in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            ((&&) ((&&) (range_ok r) (mixed_check b.rows s d ws))
              (mixed_check b.columns t e us))
            (forallb (forallb (cell_ok r)) b.row_lines))
          (forallb (forallb (cell_ok r)) b.column_lines))
        (same (count b.row_lines) (count s)))
      (guarantee (least r) d ws b.row_lines b.columns strict lo t))
    (if b.symmetric
     then (&&)
            ((&&)
              ((&&) ((&&) (same b.rows b.columns) (same_indices s t))
                (same (count b.column_lines) Big_int_Z.zero_big_int))
              (mirror_check (mirror_sum b) (block t b.row_lines)))
            (guarantee (least r) e us b.row_lines b.columns strict
              (qminus (mirror_sum b) hi) s)
     else (&&)
            ((&&) (same (count b.column_lines) (count t))
              (guarantee (least_opposite r) e us b.column_lines
                (N.sub b.rows (count s)) strict (qopp hi) []))
            (dots (least_opposite r) e t us b.row_lines (qopp hi)))

(** val check : certificate -> bool **)

let check c =
  let b = c.evidence in
  (&&)
    ((&&) (check_body true b b.column_strategy c.value c.value)
      (all_read (block b.column_strategy b.row_lines)))
    (if b.symmetric
     then equal (qplus c.value c.value) (mirror_sum b)
     else true)

(** val check_bounds : bounds -> bool **)

let check_bounds c =
  let b = c.frame in
  let t = if b.symmetric then b.row_strategy else b.column_strategy in
  (&&)
    ((&&) (check_body false b t c.low c.high)
      (Z.ltb Big_int_Z.zero_big_int c.epsilon.qnum))
    (if b.symmetric
     then (&&) (equal (qplus c.low c.high) (mirror_sum b))
            (qle_bool (qminus (mirror_sum b) (qplus c.low c.low))
              (qplus c.epsilon c.epsilon))
     else qle_bool (qminus c.high c.low) c.epsilon)

(** val cell_agrees : cell -> q -> bool **)

let cell_agrees c q0 =
  match c with
  | Some a -> equal a q0
  | None -> true

(** val across :
    ('a1 -> q -> bool) -> 'a1 -> (Big_int_Z.big_int -> bool) ->
    Big_int_Z.big_int -> strategy -> 'a1 list list -> q list list -> bool **)

let rec across agree none skip i t cols = function
| [] -> true
| row :: g' ->
  if skip i
  then across agree none skip (N.succ i) t cols g'
  else (&&)
         (forallb2 agree (tmap (hd none) cols)
           (pick Big_int_Z.zero_big_int t row []))
         (across agree none skip (N.succ i) t (tmap tl cols) g')

(** val across_others :
    Big_int_Z.big_int -> strategy -> strategy -> cell list list -> q list
    list -> bool **)

let rec across_others i s t cols = function
| [] -> true
| row :: g' ->
  if match s with
     | [] -> false
     | p :: _ -> let (k, _) = p in same k i
  then across_others (N.succ i) (tl s) t cols g'
  else (&&)
         (forallb2 cell_agrees (tmap (hd None) cols)
           (pick Big_int_Z.zero_big_int t row []))
         (across_others (N.succ i) s t (tmap tl cols) g')

(** val everywhere :
    Big_int_Z.big_int -> q list list -> strategy -> strategy **)

let rec everywhere i g out =
  match g with
  | [] -> rev' out
  | _ :: g' ->
    everywhere (N.succ i) g' ((i, { qnum = Big_int_Z.unit_big_int; qden =
      Big_int_Z.unit_big_int }) :: out)

(** val in_range : q -> q -> q -> bool **)

let in_range l h q0 =
  (&&) (qle_bool l q0) (qle_bool q0 h)

(** val compare0 : body -> q list list -> bool **)

let compare0 b g =
  let s = b.row_strategy in
  let all = everywhere Big_int_Z.zero_big_int g [] in
  (&&)
    ((&&)
      ((&&)
        ((&&) (same (count g) b.rows)
          (forallb (fun row -> same (count row) b.columns) g))
        (match b.range with
         | Some p -> let (l, h) = p in forallb (forallb (in_range l h)) g
         | None -> true))
      (forallb2 (forallb2 cell_agrees) b.row_lines
        (pick Big_int_Z.zero_big_int s g [])))
    (if b.symmetric
     then across (fun a a' -> equal (qplus a a') (mirror_sum b)) { qnum =
            Big_int_Z.zero_big_int; qden = Big_int_Z.unit_big_int } (fun _ ->
            false) Big_int_Z.zero_big_int all
            (pick Big_int_Z.zero_big_int all g []) g
     else across_others Big_int_Z.zero_big_int s b.column_strategy
            b.column_lines g)

(** val check_game : certificate -> q list list -> bool **)

let check_game c g =
  (&&) (check c) (compare0 c.evidence g)

(** val check_bounds_game : bounds -> q list list -> bool **)

let check_bounds_game c g =
  (&&) (check_bounds c) (compare0 c.frame g)

type spread = { points : strategy list; free : Big_int_Z.big_int list;
                modulus : Big_int_Z.big_int;
                inverse : Big_int_Z.big_int list list }

(** val is_member : Big_int_Z.big_int list -> Big_int_Z.big_int -> bool **)

let is_member l k =
  existsb (same k) l

(** val determined :
    Big_int_Z.big_int list -> strategy -> cell list list ->
    (Big_int_Z.big_int * cell list) list **)

let rec determined l s rows0 =
  match s with
  | [] -> []
  | p :: s' ->
    let (k, _) = p in
    (match rows0 with
     | [] -> []
     | line :: rows' ->
       if is_member l k
       then determined l s' rows'
       else (k, line) :: (determined l s' rows'))

(** val denominator : cell -> Big_int_Z.big_int **)

let denominator = function
| Some q0 -> q0.qden
| None -> Big_int_Z.unit_big_int

(** val factor : cell list -> Big_int_Z.big_int **)

let factor line =
  fold_left (fun d c ->
    let q0 = denominator c in
    if Z.eqb (Z.modulo d q0) Big_int_Z.zero_big_int
    then d
    else Z.mul d (Z.div q0 (Z.gcd d q0))) line Big_int_Z.unit_big_int

(** val whole : Big_int_Z.big_int -> cell list -> Big_int_Z.big_int list **)

let whole d line =
  map (fun c ->
    match c with
    | Some q0 -> Z.mul q0.qnum (Z.div d q0.qden)
    | None -> Big_int_Z.zero_big_int) line

(** val is_whole :
    Big_int_Z.big_int -> cell list -> Big_int_Z.big_int list -> bool **)

let rec is_whole d line ws =
  match line with
  | [] -> (match ws with
           | [] -> true
           | _ :: _ -> false)
  | c :: line' ->
    (match c with
     | Some q0 ->
       (match ws with
        | [] -> false
        | w :: ws' ->
          (&&) (Z.eqb (Z.mul w q0.qden) (Z.mul q0.qnum d))
            (is_whole d line' ws'))
     | None -> false)

(** val add_multiple :
    Big_int_Z.big_int -> Big_int_Z.big_int list -> Big_int_Z.big_int list ->
    Big_int_Z.big_int list **)

let rec add_multiple m acc row =
  match acc with
  | [] -> []
  | a :: acc' ->
    (match row with
     | [] -> []
     | r :: row' -> (Z.add a (Z.mul m r)) :: (add_multiple m acc' row'))

(** val times :
    Big_int_Z.big_int list -> Big_int_Z.big_int list list ->
    Big_int_Z.big_int list -> Big_int_Z.big_int list **)

let rec times line mat acc =
  match line with
  | [] -> acc
  | m :: line' ->
    (match mat with
     | [] -> acc
     | row :: mat' -> times line' mat' (add_multiple m acc row))

(** val is_unit :
    Big_int_Z.big_int -> Big_int_Z.big_int -> Big_int_Z.big_int ->
    Big_int_Z.big_int list -> bool **)

let rec is_unit p a b = function
| [] -> true
| w :: line' ->
  (&&)
    (Z.eqb
      (Z.modulo
        (Z.sub w
          (if same a b then Big_int_Z.unit_big_int else Big_int_Z.zero_big_int))
        p) Big_int_Z.zero_big_int) (is_unit p a (N.succ b) line')

(** val units :
    Big_int_Z.big_int -> Big_int_Z.big_int list list -> Big_int_Z.big_int
    list -> Big_int_Z.big_int -> (Big_int_Z.big_int * cell list) list -> bool **)

let rec units p mat zeros a = function
| [] -> true
| p0 :: rest ->
  let (_, line) = p0 in
  let d = factor line in
  let ws = whole d line in
  (&&)
    ((&&)
      ((&&) ((&&) (Z.ltb Big_int_Z.zero_big_int d) (is_whole d line ws))
        (same (count (d :: ws)) (count mat)))
      (is_unit p a Big_int_Z.zero_big_int (times (d :: ws) mat zeros)))
    (units p mat zeros (N.succ a) rest)

(** val probability_at : strategy -> Big_int_Z.big_int -> q **)

let rec probability_at s k =
  match s with
  | [] -> { qnum = Big_int_Z.zero_big_int; qden = Big_int_Z.unit_big_int }
  | p :: rest ->
    let (l, q0) = p in if same l k then q0 else probability_at rest k

(** val differs_at :
    strategy -> strategy -> Big_int_Z.big_int -> Big_int_Z.big_int list ->
    bool **)

let rec differs_at s p own = function
| [] -> true
| k :: rest ->
  (&&)
    (eqb (same k own)
      (negb (equal (probability_at p k) (probability_at s k))))
    (differs_at s p own rest)

(** val distinct : Big_int_Z.big_int list -> bool **)

let rec distinct = function
| [] -> true
| k :: rest -> (&&) (negb (is_member rest k)) (distinct rest)

(** val check_spread : strategy -> cell list list -> spread -> bool **)

let check_spread s rows0 e =
  let lines = determined e.free s rows0 in
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (Z.ltb Big_int_Z.unit_big_int e.modulus) (distinct e.free))
          (forallb (fun k -> is_member (map fst s) k) e.free))
        (forallb2 (fun p k ->
          (&&) (same_indices s p) (differs_at s p k e.free)) e.points e.free))
      (forallb (fun row -> same (count row) (count lines)) e.inverse))
    (units e.modulus e.inverse (map (fun _ -> Big_int_Z.zero_big_int) lines)
      Big_int_Z.zero_big_int lines)

(** val with_strategies : body -> strategy -> strategy -> body **)

let with_strategies b s t =
  { rows = b.rows; columns = b.columns; symmetric = b.symmetric; range =
    b.range; row_strategy = s; column_strategy = t; row_lines = b.row_lines;
    column_lines = b.column_lines }

(** val check_spreads : certificate -> spread -> spread -> bool **)

let check_spreads c ex ey =
  let b = c.evidence in
  let s = b.row_strategy in
  let t = b.column_strategy in
  let v = c.value in
  let rows0 = block t b.row_lines in
  (&&)
    ((&&)
      ((&&) (check_spread s rows0 ex)
        (check_spread t (transpose (hd [] rows0) rows0) ey))
      (forallb (fun p -> check_body false (with_strategies b p t) t v v)
        ex.points))
    (forallb (fun p -> check_body false (with_strategies b s p) p v v)
      ey.points)

(** val check_dimensions : certificate -> spread -> spread -> bool **)

let check_dimensions c ex ey =
  (&&) (check c) (check_spreads c ex ey)

(** val decide :
    subject -> q list list option -> (certificate -> (spread * spread)
    option) -> finding **)

let decide r game find =
  match r with
  | Pair c ->
    if match game with
       | Some g -> check_game c g
       | None -> check c
    then (match find c with
          | Some p ->
            let (ex, ey) = p in
            Equilibria
            (if check_spreads c ex ey
             then Some ((count ex.points), (count ey.points))
             else None)
          | None -> Equilibria None)
    else Not_shown
  | Between c ->
    if match game with
       | Some g -> check_bounds_game c g
       | None -> check_bounds c
    then Bounded
    else Not_shown
