// The page of a game on flows.
import { showDetails } from "./details.js";
import { showFlows } from "./flows.js";
import { start } from "./start.js";

start([showFlows, showDetails]);
