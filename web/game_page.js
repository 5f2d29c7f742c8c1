// The page of a game.
import { showBounds } from "./bounds.js";
import { showDetails } from "./details.js";
import { showExplorer } from "./explore_game.js";
import { showGraph } from "./graph.js";
import { showMap } from "./map.js";
import { showNext } from "./next.js";
import { showNoise } from "./noise.js";
import { showPlayers } from "./players.js";
import { start } from "./start.js";
import { showVerdict } from "./verdict.js";

start([showVerdict, showExplorer, showPlayers, showMap, showNoise, showBounds, showGraph, showNext, showDetails]);
