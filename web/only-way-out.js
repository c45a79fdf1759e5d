// Whatever the page asks stands in the document: the client of `web/src/api` is the only way out. These selectors hold it, together with the
// restricted globals, properties and imports of .oxlintrc.json; test/contract/only-way-out.contract-spec.ts holds them.

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

export const onlyWayOut = {
  message: 'Ask through web/src/api: the page calls nothing that the documents do not describe.',
  selectors: [
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
};

export const typedAddress = {
  message: 'Take the address from web/src/api/address.ts, which knows the paths of the document and no others.',
  selectors: [
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
