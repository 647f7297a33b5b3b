/// A `for` loop over numbers from 0 that also runs at compile time. Several loops can be
/// nested. The body must not `continue`.
///
/// ```
/// use cairn_games::const_for;
///
/// const PRODUCTS: [[usize; 3]; 2] = {
///     let mut products = [[0; 3]; 2];
///     const_for!(a in 2, b in 3 => {
///         products[a][b] = a * b;
///     });
///     products
/// };
/// assert_eq!(PRODUCTS, [[0, 0, 0], [0, 1, 2]]);
/// ```
#[macro_export]
macro_rules! const_for {
    ($index:ident in $count:expr => $body:block) => {{
        let mut $index = 0;
        while $index < $count {
            $body
            $index += 1;
        }
    }};
    ($index:ident in $count:expr, $($rest:tt)+) => {
        $crate::const_for!($index in $count => { $crate::const_for!($($rest)+); })
    };
}
