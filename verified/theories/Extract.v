(** The program: OCaml, with Zarith's integers for Coq's. ExtrOcamlZBigInt is Coq's own table; the
    greatest common divisor is added to it. *)

From Coq Require Import ZArith List Extraction ExtrOcamlBasic ExtrOcamlZBigInt.
From AllNash Require Import Definitions Check.

Extract Constant Z.gcd => "Big_int_Z.gcd_big_int".

Extraction "check.ml" decide check_dimensions.
