module.exports = require('./test/mocha.cjs').byNode();
