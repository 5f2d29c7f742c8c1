# The report's page, web/, as C++: its style, its modules and its frame in one text, for a game, for a league and for a game on flows. The modules,
# each after those that it imports from, become one script, since a file on disk cannot import another. What solves a table is a script of its own in
# the page of a game and of a league, whose text is also that of a worker. Comments stay here.
set(web ${PROJECT_SOURCE_DIR}/web)
set(web_shared numbers page start details)
set(web_solver dictionary equilibria bringing everyone answer)
set(web_explore numbers_in changes grid solving near_tie explore)
set(web_game explore_game players verdict map noise bounds graph next game_page)
set(web_league league leaderboard advice explore_rates standings pairings cycles field plan premises league_page)
set(web_flows flows flows_page)
foreach(kind solver game league flows)
  set(web_${kind}_script "")
  set(web_modules ${web_shared} ${web_${kind}})
  if(kind STREQUAL solver)
    set(web_modules ${web_solver})
  elseif(NOT kind STREQUAL flows)
    set(web_modules ${web_shared} ${web_explore} ${web_${kind}})
  endif()
  foreach(module ${web_modules})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${web}/${module}.js)
    file(READ ${web}/${module}.js text)
    string(REGEX REPLACE "(^|\n)(import |//)[^\n]*" "\\1" text "${text}")
    string(REGEX REPLACE "\n *//[^\n]*" "" text "${text}")
    string(REGEX REPLACE "\n\n+" "\n" text "${text}")
    string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
    string(APPEND web_${kind}_script "${text}")
  endforeach()
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${web}/page.html ${web}/style.css)
file(READ ${web}/style.css web_style)
file(READ ${web}/page.html web_frame)
string(REPLACE "@style@" "${web_style}" web_frame "${web_frame}")
# What is written between the three parts is the run's own.
foreach(part start body end)
  string(FIND "${web_frame}" "@next@" place)
  string(SUBSTRING "${web_frame}" 0 ${place} web_${part})
  if(place GREATER -1)
    math(EXPR place "${place} + 6")
    string(SUBSTRING "${web_frame}" ${place} -1 web_frame)
  endif()
endforeach()
foreach(kind game league flows)
  set(web_before "")
  if(NOT kind STREQUAL flows)
    set(web_before "<script id=\"solver\">\n\"use strict\";\nconst solver = (() => {\n${web_solver_script}return { answer };\n})();\n</script>\n")
  endif()
  string(REPLACE "@solver@" "${web_before}" web_${kind}_end "${web_end}")
  string(REPLACE "@script@" "${web_${kind}_script}" web_${kind}_end "${web_${kind}_end}")
endforeach()
set(web_page ${PROJECT_BINARY_DIR}/web/page.cpp)
file(CONFIGURE OUTPUT ${web_page} @ONLY CONTENT [=[// Made of the files in web/.
#include "answer/page/data.hpp"

namespace allnash::page {
const std::string_view page_start = R"page(@web_start@)page";
const std::string_view page_body = R"page(@web_body@)page";
const std::string_view game_page_end = R"page(@web_game_end@)page";
const std::string_view league_page_end = R"page(@web_league_end@)page";
const std::string_view flows_page_end = R"page(@web_flows_end@)page";
}  // namespace allnash::page
]=])
