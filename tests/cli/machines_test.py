"""What is promised on every machine: OpenBLAS with the kernels of other processors rounds as they do."""
import os
import platform

from program import Program, main

# Kernels that any machine of the architecture has.
PROCESSORS = (["ARMV8", "CORTEXA57", "THUNDERX", "NEOVERSEN1"] if platform.machine() == "aarch64" else
              ["Prescott", "Nehalem", "Core2", "Barcelona"])
FACTS = ["value", "row_support", "column_support", "row_dimension", "column_dimension", "row_vertices", "column_vertices",
         "row_vertices_complete", "floor", "column_vertices_complete"]


class Machines(Program):
    def facts(self, processor, *arguments):
        os.environ["OPENBLAS_CORETYPE"] = processor
        result = self.json("solve", *arguments)
        return {fact: result[fact] for fact in FACTS}

    def assert_alike(self, *arguments):
        first = self.facts(PROCESSORS[0], *arguments)
        for processor in PROCESSORS[1:]:
            self.assertEqual(self.facts(processor, *arguments), first, (processor, arguments))

    def test_they_agree_on_facts(self):
        for game in ("family:blotto,fields=3,soldiers=5", "family:random,n=30,low=0,high=1", "family:lowrank,n=40,rank=3",
                     "family:bell,n=30,width=16"):
            self.assert_alike(game, "--method", "lazy")
            self.assert_alike(game, "--method", "full")

    def test_they_agree_on_lists_that_are_cut(self):
        self.assert_alike("family:blotto,fields=4,soldiers=5", "--method", "full", "--vertices", 20)


main()
