module.exports = require('./test/mocha.cjs').core();
