module.exports = require('./test/mocha.cjs').suite('tools');
