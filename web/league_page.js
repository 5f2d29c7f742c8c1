// The page of a league.
import { showAdvice } from "./advice.js";
import { showCycles } from "./cycles.js";
import { showDetails } from "./details.js";
import { showRates } from "./explore_rates.js";
import { showField } from "./field.js";
import { showPairings } from "./pairings.js";
import { showPlan } from "./plan.js";
import { showPremises } from "./premises.js";
import { showLeftOut, showStandings } from "./standings.js";
import { start } from "./start.js";

start([showAdvice, showStandings, showField, showRates, showPairings, showCycles, showPlan, showLeftOut, showPremises, showDetails]);
