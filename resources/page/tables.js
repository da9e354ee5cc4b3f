// Gives tables of many rows a header that stays in sight, a filter above them, and columns that sort.
// The tables of one sheet, which comes in sections and parts, are filtered and sorted together.
(() => {
  const values = window.bookwheelValues;
  const MANY = 15;  // a table of more rows gets a filter
  const AT_ONCE = 300;  // rows that are shown at first of those that a filter or an order has brought together
  const SAMPLE = 300;  // rows that tell whether a column holds numbers
  const WIDEST = 24, NARROWEST = 9;  // of a column, in em
  const NUMBER = /^[-+−]?[$€£¥]?\s?[\d.,'’\s]*\d[\d.,]*\s?[%€$£¥]?$/;
  const ROWS = /^Rows \d+–\d+$/;
  const collator = new Intl.Collator(document.documentElement.lang || undefined, {numeric: true});
  const groups = [];
  const groupOf = new Map();
  const isWhole = () => !document.querySelector('.part[data-part]');
  const rowsOf = (table) => (table.tBodies[0] ? [...table.tBodies[0].rows] : []);
  const headOf = (table) => [...(table.tHead?.rows[0]?.cells || [])];
  const cellText = (row, column) => (row.cells[column]?.textContent || '').trim();

  // The number that a person wrote: of two kinds of signs the last one parts off the decimals.
  const numberOf = (text) => {
    const plain = text.replace(/[^\d.,+−-]/g, '').replace('−', '-');
    const point = plain.lastIndexOf('.'), comma = plain.lastIndexOf(',');
    const isGrouped = comma >= 0 && (point > comma || /^\D?\d{1,3}(,\d{3})+$/.test(plain));
    if (isGrouped || (comma < 0 && plain.indexOf('.') === point)) return Number.parseFloat(plain.replace(/,/g, ''));
    return Number.parseFloat(plain.replace(/\./g, '').replace(',', '.'));
  };

  function group(tables) {
    const made = {
      tables: [], rows: [], texts: [], total: 0, words: [], bar: null, input: null, count: null, column: -1, order: 0,
      sizes: [], placed: [], isMatch: [], numberOf: new Map(), limit: AT_ONCE, more: null, shown: 0,
      isChanged: false, sortedRows: null,
      isSheet: tables[0].parentElement.closest('.sheet') !== null, numbers: new Set(), widths: [],
    };
    groups.push(made);
    for (const table of tables) join(made, table);
    return made;
  }

  function join(made, table) {
    const rows = rowsOf(table);
    made.tables.push(table);
    groupOf.set(table, made);
    for (const row of rows) { made.numberOf.set(row, made.rows.length); made.rows.push(row); }
    made.sizes.push(rows.length);
    made.total = made.rows.length;
    const frame = table.parentElement;
    frame.classList.add('grown');
    const scroll = document.createElement('div');
    scroll.className = 'table-scroll';
    frame.insertBefore(scroll, table);
    scroll.append(table);
    scroll.addEventListener('scroll', () => {
      for (const other of made.tables) {
        if (other !== table && other.parentElement.scrollLeft !== scroll.scrollLeft) {
          other.parentElement.scrollLeft = scroll.scrollLeft;
        }
      }
    }, {passive: true});
    table.dataset.group = groups.indexOf(made);
    if (made.widths.length) setWidths(made, table);
  }

  // Which columns hold numbers: nine of ten cells that say something.
  function findNumbers(made) {
    const sample = made.rows.slice(0, SAMPLE);
    headOf(made.tables[0]).forEach((head, column) => {
      if (head.hasAttribute('align')) return;
      const texts = sample.map((row) => cellText(row, column)).filter(Boolean);
      if (texts.length && texts.filter((text) => NUMBER.test(text)).length >= texts.length * 0.9) {
        made.numbers.add(column);
      }
    });
    if (!made.numbers.size) return;
    const style = new CSSStyleSheet();
    const cells = runsOf(made.numbers).map(([from, to]) => `:nth-child(n+${from + 1}):nth-child(-n+${to + 1})`);
    const rule = 'text-align: end; white-space: nowrap; unicode-bidi: isolate;';
    style.replaceSync(`table[data-group="${groups.indexOf(made)}"] > * > tr > :is(${cells.join(',')}) { ${rule} }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  }

  // Columns side by side as first and last one: a rule for each of 200 columns would take seconds.
  function runsOf(columns) {
    const runs = [];
    for (const column of columns) {
      if (runs.length && runs[runs.length - 1][1] === column - 1) runs[runs.length - 1][1] = column;
      else runs.push([column, column]);
    }
    return runs;
  }

  function setWidths(made, table) {
    table.querySelector(':scope > colgroup')?.remove();
    const columns = document.createElement('colgroup');
    for (const width of made.widths) {
      const column = document.createElement('col');
      column.style.width = `${width}em`;
      columns.append(column);
    }
    table.prepend(columns);
    table.classList.add('set');
    table.style.width = `${made.widths.reduce((all, width) => all + width, 0)}em`;
    table.parentElement.classList.toggle('wide', made.isWide);
  }

  // Columns keep their widths while rows come and go: those that the first rows want, less where they would not fit.
  function layOut(made) {
    const [table] = made.tables;
    const frame = table.closest('.table'), head = headOf(table);
    if (!frame.clientWidth || !head.length) return;
    table.classList.remove('set');
    table.style.width = '';
    table.querySelector(':scope > colgroup')?.remove();
    table.parentElement.classList.remove('wide');
    const em = Number.parseFloat(getComputedStyle(table).fontSize);
    const most = frame.clientWidth / em;
    if (made.isSheet) table.classList.add('measured');
    let widths = head.map((cell) => cell.getBoundingClientRect().width / em);
    table.classList.remove('measured');
    if (made.isSheet) {
      // Later numbers may be longer than the first ones.
      widths = widths.map((width, column) => Math.min(width + (made.numbers.has(column) ? 1 : 0.05), WIDEST));
      const over = widths.reduce((all, width) => all + width, 0) - most;
      const spare = widths.reduce((all, width) => all + Math.max(0, width - NARROWEST), 0);
      if (over > 0 && over <= spare) {
        widths = widths.map((width) => width - Math.max(0, width - NARROWEST) * over / spare);
      }
    }
    made.widths = widths;
    made.isWide = widths.reduce((all, width) => all + width, 0) > most + 0.1;
    for (const one of made.tables) setWidths(made, one);
  }

  function addBar(made) {
    const bar = document.createElement('div');
    bar.className = 'table-bar';
    bar.setAttribute('role', 'search');
    const input = document.createElement('input');
    Object.assign(input, {type: 'search', placeholder: values.filterLabel, autocomplete: 'off', spellcheck: false});
    input.setAttribute('aria-label', values.filterLabel);
    const count = document.createElement('output');
    bar.append(input, count);
    const frame = made.tables[0].closest('.table');
    const before = frame.previousElementSibling;
    if (!made.isSheet) frame.prepend(bar);
    else if (before && isOfRows(before)) before.before(bar);
    else frame.before(bar);
    for (const table of made.tables) table.closest('.table').classList.add('barred');
    Object.assign(made, {bar, input, count});
    input.addEventListener('input', () => { filter(made, input.value); });
    input.addEventListener('keydown', (event) => { event.stopPropagation(); });
    showCount(made);
  }

  const isOfRows = (element) => /^H[1-6]$/.test(element.tagName) && ROWS.test(element.textContent.trim());

  function showCount(made) {
    if (!made.count) return;
    const {shown} = made;
    const written = (number) => number.toLocaleString(values.numberLocale) + (isWhole() ? '' : '…');
    const text = made.words.length ? values.rowsShown : values.rowsAll;
    made.count.textContent = text.replace('{shown}', written(shown)).replace('{total}', written(made.total));
  }

  function filter(made, words) {
    made.words = window.bookwheel.bare(words).split(/\s+/).filter(Boolean);
    for (let at = made.texts.length; at < made.rows.length; at += 1) {
      made.texts.push(window.bookwheel.bare(made.rows[at].textContent));
    }
    made.isMatch = made.texts.map((text) => made.words.every((word) => text.includes(word)));
    made.limit = AT_ONCE;
    arrange(made);
  }

  // While rows are left out or in another order, the first of them stand in the first table, the others come as one
  // scrolls to them: to lay out 10,000 rows takes a second. The headings of rows say nothing then.
  function arrange(made) {
    const isChanged = made.words.length > 0 || made.order !== 0;
    made.shown = made.words.length ? made.isMatch.reduce((all, isMatch) => all + isMatch, 0) : made.total;
    if (isChanged || made.isChanged) {
      place(made, isChanged);
      made.tables.forEach((table, number) => {
        const frame = table.closest('.table'), before = frame.previousElementSibling;
        if (before && isOfRows(before)) before.hidden = isChanged;
        frame.hidden = isChanged && number > 0;
      });
    }
    made.isChanged = isChanged;
    window.bookwheel.text_changed();
    showCount(made);
  }

  function place(made, isChanged) {
    made.more?.remove();
    made.more = null;
    if (!isChanged) {
      let start = 0;
      made.tables.forEach((table, number) => {
        table.tBodies[0]?.replaceChildren(...made.rows.slice(start, start + made.sizes[number]));
        start += made.sizes[number];
      });
      return;
    }
    const ordered = made.order ? sorted(made) : made.rows;
    made.placed = made.words.length ? ordered.filter((row) => made.isMatch[made.numberOf.get(row)]) : ordered;
    made.tables.forEach((table, number) => {
      table.tBodies[0]?.replaceChildren(...(number ? [] : made.placed.slice(0, made.limit)));
    });
    if (made.placed.length > made.limit) watchEnd(made);
  }

  function watchEnd(made) {
    made.more = document.createElement('div');
    made.more.className = 'table-more';
    made.tables[0].closest('.table').append(made.more);
    const watch = new IntersectionObserver((seen) => {
      if (seen.some((entry) => entry.isIntersecting)) showMore(made, made.limit + AT_ONCE, watch);
    }, {root: made.isWide ? made.tables[0].parentElement : null, rootMargin: '900px'});
    if (made.isWide) made.tables[0].parentElement.append(made.more);
    watch.observe(made.more);
  }

  function showMore(made, limit, watch) {
    made.tables[0].tBodies[0].append(...made.placed.slice(made.limit, limit));
    made.limit = limit;
    window.bookwheel.text_changed();
    if (made.placed.length > made.limit) return;
    watch?.disconnect();
    made.more.remove();
    made.more = null;
  }

  function sorted(made) {
    if (made.sortedRows?.length === made.total) return made.sortedRows;
    const isNumber = made.numbers.has(made.column);
    const keys = new Map(made.rows.map((row) => {
      const text = cellText(row, made.column);
      const key = isNumber ? numberOf(text) : text;
      return [row, key === '' || Number.isNaN(key) ? null : key];
    }));
    const compare = isNumber ? (one, other) => one - other : collator.compare;
    made.sortedRows = [...made.rows].sort((one, other) => {
      const left = keys.get(one), right = keys.get(other);
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return compare(left, right) * made.order;
    });
    return made.sortedRows;
  }

  function sort(made, column, order) {
    const next = {0: 1, 1: -1, '-1': 0};
    made.order = order ?? (made.column === column ? next[made.order] : 1);
    made.column = column;
    made.sortedRows = null;
    made.limit = AT_ONCE;
    for (const table of made.tables) {
      headOf(table).forEach((head, at) => {
        if (at === column && made.order) head.setAttribute('aria-sort', made.order > 0 ? 'ascending' : 'descending');
        else head.removeAttribute('aria-sort');
      });
    }
    arrange(made);
  }

  // A header that sorts is one stop of the keyboard; arrows go from column to column.
  function addSorting(made, table) {
    const buttons = headOf(table).map((head, column) => {
      const button = document.createElement('span');
      button.className = 'sort';
      button.setAttribute('role', 'button');
      button.tabIndex = column ? -1 : 0;
      button.title = values.sortLabel;
      button.append(...head.childNodes);
      head.append(button);
      head.scope = 'col';
      return button;
    });
    table.tHead?.addEventListener('click', (event) => {
      const at = buttons.indexOf(event.target.closest('.sort'));
      if (at >= 0 && !String(getSelection())) sort(made, at);
    });
    table.tHead?.addEventListener('keydown', (event) => {
      const at = buttons.indexOf(event.target);
      if (at < 0) return;
      const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
      if (event.key === 'Enter' || event.key === ' ') sort(made, at);
      else if (step && buttons[at + step]) {
        buttons[at].tabIndex = -1;
        buttons[at + step].tabIndex = 0;
        buttons[at + step].focus();
      } else return;
      event.preventDefault();
    });
  }

  function grow() {
    let last = null;
    const changed = new Set();
    const STOPS = '#sheet :is(h1, h2, h3, h4, h5, h6, .table > table, .table-scroll > table)';
    for (const element of document.querySelectorAll(STOPS)) {
      if (element.tagName !== 'TABLE') {
        if (isOfRows(element)) element.classList.add('sheet-rows'); else last = null;
        continue;
      }
      const known = groupOf.get(element);
      if (known) { last = known; continue; }
      const isSheet = element.closest('.sheet') !== null;
      const isMany = rowsOf(element).length > MANY && element.tHead && !element.closest('.preview, table table');
      if (!isSheet && !isMany) { last = null; continue; }
      const head = headOf(element).map((cell) => cell.textContent).join('\0');
      if (isSheet && last?.isSheet && last.head === head) join(last, element);
      else { last = group([element]); last.head = head; findNumbers(last); }
      addSorting(last, element);
      changed.add(last);
    }
    const isBarred = groups.some((made) => made.isSheet && made.total > MANY);
    for (const made of groups) {
      if (!made.bar && (made.isSheet ? isBarred : made.total > MANY)) addBar(made);
      if (changed.has(made)) {
        if (made.bar) for (const table of made.tables) table.closest('.table').classList.add('barred');
        if (!made.widths.length) layOut(made);
        if (made.words.length) filter(made, made.input.value);
        else if (made.order) arrange(made);
      }
      showCount(made);
    }
  }

  window.bookwheel = Object.assign(window.bookwheel || {}, {
    grow_tables: grow,
    // Show all rows of all tables in the order of the file again.
    restore_rows() {
      for (const made of groups) {
        if (!made.isChanged) continue;
        if (made.input) made.input.value = '';
        if (made.order) sort(made, made.column, 0);
        filter(made, '');
      }
    },
    // Set what comes only when one scrolls to it, as before the page is printed or searched.
    show_all_rows() { for (const made of groups) if (made.more) showMore(made, made.placed.length, null); },
    // How many matches of a query stand in rows that are left out.
    marks_left_out() {
      const away = groups.flatMap((made) => (made.isChanged ? made.rows.filter((row) => !row.isConnected) : []));
      return away.reduce((all, row) => all + row.querySelectorAll('mark.hit').length, 0);
    },
    filter_rows(words) {
      const made = groups.find((one) => one.bar);
      if (!made) return '';
      made.input.value = words;
      filter(made, words);
      return made.count.textContent;
    },
    filter_words() { return document.activeElement?.matches('.table-bar input') ? document.activeElement.value : null; },
    leave_filter() {
      const made = groups.find((one) => one.input && one.input === document.activeElement);
      if (!made) return false;
      if (made.input.value) { made.input.value = ''; filter(made, ''); } else made.input.blur();
      return true;
    },
  });
  grow();
  let width = document.getElementById('sheet').clientWidth;
  const sizes = new ResizeObserver(() => {
    const now = document.getElementById('sheet').clientWidth;
    if (now !== width) for (const made of groups) layOut(made);
    width = now;
  });
  const left = window.bookwheelLeft.signal;
  sizes.observe(document.getElementById('sheet'));
  left.addEventListener('abort', () => sizes.disconnect());
  document.fonts.addEventListener('loadingdone', () => { for (const made of groups) layOut(made); }, {signal: left});
})();
