/**
 * Layers and boundaries: who may import whom. The table is the one of the architecture; each rule says why it is there.
 * An exception needs a reason and a date, here. Type imports count: they too tie one layer to another.
 */
const npm = 'node_modules'

/** A layer may import these paths and packages and nothing else. Node's own modules only where `node` is true. */
const layer = (name, comment, from, allowed, { node = false, packages = [] } = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: {
    pathNot: [...allowed, ...packages.map((p) => `${npm}/${p}/`)],
    ...(node ? { dependencyTypesNot: ['core'] } : {}),
  },
})

export default {
  forbidden: [
    layer(
      'shared-stands-alone',
      'The ground floor runs in browsers and on servers alike, so it needs nothing but zod, decimals for money, the times of a cron rule (since 2026-11-27: adapters and calls tell them alike), and numbering plans of phones and formats of tax numbers (since 2026-11-28: a form says what the server would).',
      '^shared/',
      ['^shared/'],
      { packages: ['zod', 'big.js', '@types/big.js', 'croner', 'libphonenumber-js', 'stdnum'] },
    ),
    layer(
      'domain-is-pure',
      'Decisions take values and give values: no ports, no Node, no SDK, so that a test needs neither.',
      '^functions/domain/',
      ['^shared/', '^functions/domain/'],
    ),
    layer(
      'ports-are-words',
      'A port says what is needed, not how: only types of shared.',
      '^functions/ports/',
      ['^shared/', '^functions/ports/'],
    ),
    layer(
      'services-act-through-ports',
      'What reads or writes in several steps, decided by the domain: through ports, for calls and workers alike.',
      '^functions/services/',
      ['^shared/', '^functions/domain/', '^functions/services/', '^functions/ports/'],
    ),
    layer(
      'calls-act-through-ports',
      'A call joins decisions and ports. What it shares with another call belongs to services, the domain or shared.',
      '^functions/calls/',
      ['^shared/', '^functions/(domain|services)/', '^functions/ports/', '^functions/runtime/call\\.ts$'],
      { packages: ['zod'] },
    ),
    layer(
      'public-acts-through-ports',
      'What is below /public/ joins services and ports as a call does; its addresses are its own.',
      '^functions/public/',
      ['^shared/', '^functions/(domain|services)/', '^functions/ports/', '^functions/runtime/public\\.ts$'],
    ),
    layer(
      'workers-act-through-ports',
      'Same as calls, for queues and for streams; what both do to the index is a service.',
      '^functions/(workers|streams)/',
      [
        '^shared/',
        '^functions/(domain|services)/',
        '^functions/ports/',
        '^functions/$1/',
        '^functions/runtime/(worker|ports)\\.ts$',
      ],
      { node: true },
    ),
    {
      name: 'money-is-decimal',
      comment:
        'Amounts are calculated in one place, by a library (since 2026-11-24): the calculation runs in browsers too, so it is in shared.',
      severity: 'error',
      from: { pathNot: '^shared/rules/pricing/decimal\\.ts$' },
      to: { path: `${npm}/(@types/)?big\\.js/` },
    },
    {
      name: 'phones-are-checked-in-one-place',
      comment:
        'Numbering plans are heavy (since 2026-11-28): who imports the one file decides when they load.',
      severity: 'error',
      from: { pathNot: '^shared/rules/phone\\.ts$' },
      to: { path: `${npm}/libphonenumber-js/` },
    },
    {
      name: 'formats-load-where-companies-are-saved',
      comment:
        'Numbering plans and tax numbers weigh 200 kB in a bundle (since 2026-11-28): whoever only shows or deletes companies takes none along.',
      severity: 'error',
      from: { path: '^functions/(domain/company/view|services/entity/(visible|remove))\\.ts$' },
      to: { path: '^shared/rules/company-formats\\.ts$', reachable: true },
    },
    {
      name: 'adapters-know-their-port-only',
      comment:
        'An adapter fulfils a port with its library. Decisions, calls and the steps are none of its business.',
      severity: 'error',
      from: { path: '^functions/adapters/' },
      to: { path: '^(functions/(domain|services|calls|workers|streams|runtime|wiring)|web|lib|bin)/' },
    },
    {
      name: 'adapters-stay-apart',
      comment:
        'Cloud and embedded never lean on each other; what both do the same lies in common, which knows neither.',
      severity: 'error',
      from: { path: '^functions/adapters/([^/]+)/' },
      to: { path: '^functions/adapters/', pathNot: '^functions/adapters/($1|common)/' },
    },
    layer(
      'runtime-knows-no-business',
      'The steps are the same for every call: no domain, no adapters, no call by name.',
      '^functions/runtime/',
      ['^shared/', '^functions/ports/', '^functions/runtime/'],
      // Types of the events only: the package holds no code.
      { node: true, packages: ['@middy', '@aws-lambda-powertools', 'zod', '@types/aws-lambda'] },
    ),
    {
      name: 'only-wiring-chooses-adapters',
      comment: 'Adapters are chosen in one place per stage; scripts and tests may open one by itself.',
      severity: 'error',
      from: { path: '^(shared|web|lib|bin|functions)/', pathNot: '^functions/(wiring|adapters)/' },
      to: { path: '^functions/(adapters|wiring)/' },
    },
    {
      name: 'functions-know-no-screens',
      comment: 'The server never depends on the web app or on the stacks.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^(web|lib|bin)/' },
    },
    {
      name: 'stacks-read-the-catalogue',
      comment:
        'Stacks are made from the contracts and from what handlers use, never from screens or adapters.',
      severity: 'error',
      from: { path: '^(lib|bin)/' },
      to: { path: '^(web|functions/(adapters|wiring|domain|services|runtime/(steps|gateway)))/' },
    },
    {
      name: 'web-has-no-server',
      comment: 'Nothing of the server may come into the bundle, by whatever way.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^functions/', reachable: true },
    },
    {
      name: 'ui-knows-no-calls',
      comment: 'Parts are drawn from what they are given, so that every feature can use them.',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^web/(api|features|frame)/' },
    },
    {
      name: 'features-are-walled',
      comment:
        'A feature can be changed or removed alone. What two need belongs to web/ui, web/api or shared.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/', pathNot: '^web/features/$1/' },
    },
    {
      name: 'frame-and-api-know-no-features',
      comment: 'Screens hang in the frame by the table of routes, not by the frame knowing them.',
      severity: 'error',
      from: { path: '^web/(frame|api|texts)/' },
      to: { path: '^web/features/' },
    },
    {
      name: 'scripts-and-tests-are-leaves',
      comment: 'What runs in production must not need a script or a fixture.',
      severity: 'error',
      from: { path: '^(shared|functions|web|lib|bin)/' },
      to: { path: '^(scripts|test)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or there is a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-barrels',
      comment:
        'A file that only passes on others hides who needs what; a feature may have one as its entry point.',
      severity: 'error',
      from: {},
      to: {
        path: ['^(shared|functions|web|lib)/.*/index\\.tsx?$'],
        pathNot: '^web/features/[^/]+/index\\.ts$',
      },
    },
    {
      name: 'no-missing-files',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'production-needs-dependencies',
      comment: 'What runs must be installed without the development packages.',
      severity: 'error',
      from: { path: '^(shared|functions|web)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: `${npm}/@types/` },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface yet; swc reads the same files, type imports included.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: npm },
    // A declaration beside a script of plain JavaScript holds no code, and swc does not read it.
    exclude: { path: '\\.(css|scss|svg|d\\.mts)$' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
