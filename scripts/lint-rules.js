// Rules of our own for oxlint (.oxlintrc.json). Most are lists of selectors, as ESLint has them.

const ownTime = {
  message: 'Ask Clock for the time, so that tests can set it.',
  selectors: ["NewExpression[callee.name='Date'][arguments.length=0]"],
};

const spreadLiteral = {
  message: 'Write the members themselves: to spread literals takes fifty times as long as to make one.',
  selectors: ['ObjectExpression > SpreadElement > ObjectExpression'],
};

const typedAddress = {
  message: 'Take the address from web/src/api/address.ts, which knows the paths of the API document only.',
  selectors: [
    // Not where the types of the API client check it, nor in a type.
    ':not(CallExpression[callee.object.name="api"], CallExpression[callee.name="addressOf"], TSLiteralType, Property[key.name="route"]) > Literal[value=/(^|\\u002F)api\\u002Fv\\d/]',
    'TemplateElement[value.raw=/(^|\\u002F)api\\u002Fv\\d/]',
  ],
};

const rule = ({ message, selectors }) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

const isOfType = ({ isTypeReference, identifier }) => isTypeReference || identifier.parent.type === 'TSTypeQuery';

/** As `typescript/consistent-type-imports`, but not where classes are decorated: their metadata names types at run time. */
const typeImports = {
  create(context) {
    const imports = [];
    let isDecorated = false;
    return {
      Decorator: () => void (isDecorated = true),
      ImportDeclaration: (node) => void imports.push(node),
      'Program:exit'() {
        if (isDecorated) return;
        for (const { defs, references } of imports.flatMap((node) => context.sourceCode.getDeclaredVariables(node))) {
          const [{ node, parent }] = defs;
          const isMarked = node.importKind === 'type' || parent.importKind === 'type';
          if (isMarked || references.length === 0 || !references.every(isOfType)) continue;
          context.report({ node, message: 'Only used as a type: import it with `type`.' });
        }
      },
    };
  },
};

export default {
  meta: { name: 'console' },
  rules: {
    'own-time': rule(ownTime),
    'spread-literal': rule(spreadLiteral),
    'type-imports': typeImports,
    'typed-address': rule(typedAddress),
  },
};
