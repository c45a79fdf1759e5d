// Whatever the page asks stands in the document: the client of `web/src/api` is the only way out. These rules of ESLint hold it;
// test/contract/page-requests.contract-spec.ts holds the rules.

const onlyWayOut = 'Ask through web/src/api: the page calls nothing that the documents do not describe.';
const typedAddress =
  'Take the address from web/src/api/address.ts, which knows the paths of the document and no others.';

const asking = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket', 'WebTransport', 'RTCPeerConnection'];
const loading = ['Worker', 'SharedWorker', 'importScripts', 'Image', 'Audio', 'open'];
const ofNavigator = ['sendBeacon', 'serviceWorker'];

/** Elements that load what they name; the page needs none of them. */
const loaders =
  'img|image|use|iframe|frame|object|embed|script|link|style|base|video|audio|source|track|picture|portal|fencedframe';
const loadingAttributes =
  'src|srcSet|srcDoc|action|formAction|poster|ping|data|background|xlinkHref|manifest|dangerouslySetInnerHTML';
const loadingMembers =
  'src|srcset|srcdoc|action|formAction|poster|ping|data|background|innerHTML|outerHTML|textContentHTML';
const markupCalls =
  'setAttribute|setAttributeNS|insertAdjacentHTML|write|writeln|createContextualFragment|setHTMLUnsafe';
const verbs = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|request|use';

const syntax = {
  [onlyWayOut]: [
    `JSXOpeningElement[name.name=/^(${loaders})$/]`,
    `JSXAttribute[name.name=/^(${loadingAttributes})$/]`,
    `AssignmentExpression[left.property.name=/^(${loadingMembers})$/]`,
    `CallExpression[callee.property.name=/^(${markupCalls})$/]`,
    'ImportExpression > :not(Literal).source',
    'ImportExpression > Literal.source[value=/^\\u002F|:/]',
    'ImportDeclaration > Literal.source[value=/^\\u002F|:/]',
    'MemberExpression[computed=true][object.name=/^(window|globalThis|self|top|parent|frames)$/]',
    `CallExpression[callee.object.name="api"][callee.property.name=/^(${verbs})$/] > :not(Literal).arguments:first-child`,
  ],
  [typedAddress]: [
    // Not where the client's types check it, nor where it is a type itself or declared to be one.
    ':not(CallExpression[callee.object.name="api"], CallExpression[callee.name="addressOf"], TSLiteralType, Property[key.name="route"]) > Literal[value=/(^|\\u002F)api\\u002Fv\\d/]',
    'TemplateElement[value.raw=/(^|\\u002F)api\\u002Fv\\d/]',
    'JSXAttribute[name.name="href"] > Literal[value=/^[^#]/]',
    'JSXAttribute[name.name="href"] > JSXExpressionContainer > TemplateLiteral > TemplateElement:first-child[value.raw=/^(?!#)/]',
    'JSXAttribute[name.name="href"] > JSXExpressionContainer > BinaryExpression',
    'AssignmentExpression[left.property.name="href"] > :not(Identifier).right',
    'AssignmentExpression[left.name="location"]',
    'CallExpression[callee.object.name="location"][callee.property.name=/^(assign|replace)$/] > :not(Literal[value=/^#/]).arguments',
  ],
};

/** `allowed`: the ways out that a file of `web/src/api` is made of. */
function waysOut(allowed = []) {
  const asks = [...asking, ...loading].filter((name) => !allowed.includes(name));
  const isShut = (name) => ({ name, message: onlyWayOut });
  return {
    'no-restricted-globals': ['error', ...asks.map(isShut)],
    'no-restricted-properties': [
      'error',
      // Of whatever object: `window`, `globalThis`, the view of a document…
      ...[...asks, ...ofNavigator]
        .filter((name) => name !== 'open')
        .map((property) => ({ property, message: onlyWayOut })),
      ...['window', 'globalThis', 'self'].map((object) => ({ object, property: 'open', message: onlyWayOut })),
      { object: 'document', property: 'baseURI', message: typedAddress },
    ],
  };
}

function restricted(groups) {
  const all = Object.entries(groups).flatMap(([message, selectors]) =>
    selectors.map((selector) => ({ selector, message })),
  );
  return { 'no-restricted-syntax': ['error', ...all] };
}

const client = { name: 'openapi-fetch', message: onlyWayOut };
/** Where the console stands: for addresses that the types check, and for lines of text that are shown to be copied. */
const place = { group: ['**/api/ask', '**/api/address', './ask', './address'], importNames: ['base', 'apiRoot'] };

export const onlyWayOutRules = [
  {
    files: ['web/src/**/*.{ts,tsx}'],
    rules: {
      ...waysOut(),
      ...restricted(syntax),
      'no-restricted-imports': ['error', { paths: [client], patterns: [{ ...place, message: typedAddress }] }],
    },
  },
  {
    // Sentences may name a path.
    files: ['web/src/**/*.words.ts'],
    rules: restricted({ [onlyWayOut]: syntax[onlyWayOut] }),
  },
  {
    files: [
      'web/src/parts/as-curl.tsx',
      'web/src/administration/tokens/snippets.ts',
      'web/src/administration/api/api.page.tsx',
    ],
    rules: { 'no-restricted-imports': ['error', { paths: [client] }] },
  },
  {
    // The client itself, the stream, and the addresses of links: nothing else of `web/src/api` is let out.
    files: ['web/src/api/address.ts', 'web/src/api/stream.ts'],
    rules: {
      ...waysOut(['EventSource']),
      'no-restricted-syntax': 'off',
      'no-restricted-imports': ['error', { paths: [client] }],
    },
  },
  {
    files: ['web/src/api/ask.ts'],
    rules: {
      ...waysOut(['fetch']),
      'no-restricted-properties': 'off',
      'no-restricted-syntax': 'off',
      'no-restricted-imports': 'off',
    },
  },
];
