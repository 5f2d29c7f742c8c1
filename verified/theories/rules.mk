# How the theories are compiled, in the folder where they lie.
%.vo: %.v
	@echo "coqc $<"
	@coqc -q -R . AllNash $<
include depend
