module.exports = require('./test/mocha.cjs').all();
