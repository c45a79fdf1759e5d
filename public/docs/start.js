/* global SwaggerUIBundle */
SwaggerUIBundle({
  url: new URL('api/v1/openapi.json', document.baseURI).href,
  dom_id: '#document',
  deepLinking: true,
  docExpansion: 'list',
  validatorUrl: null,
});
