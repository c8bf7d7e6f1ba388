module.exports = require('./test/mocha.cjs').suite('generated-clients');
