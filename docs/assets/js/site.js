/* What every page runs. Each part looks for its own elements and does nothing where there are none. */
import { alternatives } from './alternatives.js'
import { cards } from './cards.js'
import { correction } from './correction.js'
import { filters } from './filters.js'
import { highlight } from './highlight.js'
import { languages } from './languages.js'
import { menu } from './menu.js'
import { searchBoxes } from './search/box.js'
import { units } from './units.js'

languages()
menu()
alternatives()
units()
filters()
correction()
cards()
searchBoxes()
highlight()
document.documentElement.dataset.ready = '' // for tests: all of the above has run
