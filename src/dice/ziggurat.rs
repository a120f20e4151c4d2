//! The ziggurat of the exponential distribution: its tables and its rare cases.
//!
//! Marsaglia and Tsang, *The Ziggurat Method for Generating Random Variables* (2000), as in numpy 2:
//! the area under exp(-x) is covered by 256 layers of equal area v, of which the lowest, layer 0,
//! takes the tail beyond R. With
//!
//! ```text
//! R = 7.69711747013104971404462804801522
//! v = (R + 1) exp(-R)
//! q = v exp(R)
//! x(255) = R
//! x(i) = -ln(v / x(i + 1) + exp(-x(i + 1)))    for i = 254, 253 .. 1
//! ```
//!
//! the tables follow by the formulas given with them, evaluated with 300 bits. They equal numpy's,
//! bit for bit; the tests compare them by their SHA-256.

use super::Draw;
use crate::math;

/// Where the tail begins: the double nearest to R.
const TAIL: f64 = f64::from_bits(0x401e_c9d9_297e_bb83);

/// The layer, in its low byte, and the place in the layer, 53 bits, of a random word. The three
/// lowest bits are not used.
#[inline]
pub(super) const fn split(word: u64) -> (usize, u64) {
    ((word >> 3) as usize & 255, word >> 11)
}

/// The draws, about 1 in 90, that fall beside the part of their layer that lies wholly under the
/// curve: `x` in `layer` has to be tested, and is perhaps drawn anew.
#[cold]
#[inline(never)]
pub(super) fn edge<D: Draw + ?Sized>(die: &mut D, layer: usize, x: f64) -> f64 {
    if layer == 0 {
        // Beyond R the distribution looks as it does beyond 0.
        return TAIL - math::ln_1p(-die.unit());
    }
    let (above, below) = (f64::from_bits(FE[layer - 1]), f64::from_bits(FE[layer]));
    if (above - below) * die.unit() + below < math::exp(-x) {
        x
    } else {
        die.standard_exponential()
    }
}

/// Where layer i lies wholly under the curve: words below `KE[i]` are accepted at once.
///
/// ke(0) = 2 ⌊2⁵² R / q⌋, ke(1) = 0, ke(i + 1) = 2 ⌊2⁵² x(i) / x(i + 1)⌋.
#[rustfmt::skip]
pub(super) static KE: [u64; 256] = [
    0x001c_5214_2724_97c6, 0x0000_0000_0000_0000, 0x0013_7d5b_d79c_317e, 0x0018_6ef5_8e3f_3c10,
    0x001a_9bb7_320e_b0ae, 0x001b_d127_f719_447c, 0x001c_951d_0f88_651a, 0x001d_1bfe_2d5c_3972,
    0x001d_7e5b_d56b_18b2, 0x001d_c934_dd17_2c70, 0x001e_0409_dfac_9dc8, 0x001e_337b_71d4_7836,
    0x001e_5a8b_177c_b7a2, 0x001e_7b42_096f_046c, 0x001e_970d_af08_ae3e, 0x001e_aef5_b14e_f09e,
    0x001e_c3bd_07b4_6556, 0x001e_d5f6_f087_99ce, 0x001e_e614_ae6e_5688, 0x001e_f46e_ca36_1cd0,
    0x001f_014b_76dd_d4a4, 0x001f_0ce3_13a7_96b6, 0x001f_1763_69f1_f77a, 0x001f_20f2_0c45_2570,
    0x001f_29ae_1951_a874, 0x001f_31b1_8fb9_5532, 0x001f_3912_5157_c106, 0x001f_3fe2_eb6e_694c,
    0x001f_4633_32d7_88fa, 0x001f_4c10_bf1d_3a0e, 0x001f_5187_4c5c_3322, 0x001f_56a1_09c3_ecc0,
    0x001f_5b66_d909_9996, 0x001f_5fe0_8210_d08c, 0x001f_6414_dd44_5772, 0x001f_6809_f685_9678,
    0x001f_6bc5_2a2b_02e6, 0x001f_6f4b_3d32_e4f4, 0x001f_72a0_7190_f13a, 0x001f_75c8_974d_09d6,
    0x001f_78c7_1b04_5cc0, 0x001f_7b9f_1241_3ff4, 0x001f_7e53_4607_9f8a, 0x001f_80e6_3be2_1138,
    0x001f_835a_3dad_9162, 0x001f_85b1_6056_b912, 0x001f_87ed_89b2_4262, 0x001f_8a10_7593_74fa,
    0x001f_8c1b_ba3d_39ac, 0x001f_8e10_cc45_d04a, 0x001f_8ff1_0201_3e16, 0x001f_91bd_9683_58e0,
    0x001f_9377_ac47_afd8, 0x001f_9520_4f8b_64da, 0x001f_96b8_7863_3892, 0x001f_9841_0c96_8892,
    0x001f_99ba_e146_ba80, 0x001f_9b26_bc69_7f00, 0x001f_9c85_561b_717a, 0x001f_9dd7_59cf_d802,
    0x001f_9f1d_6761_a1ce, 0x001f_a058_1409_36c0, 0x001f_a187_eb3a_3338, 0x001f_a2ad_6f6b_c4fc,
    0x001f_a3c9_1ace_0682, 0x001f_a4db_5fee_6aa2, 0x001f_a5e4_aa4d_097c, 0x001f_a6e5_5ee4_6782,
    0x001f_a7dd_dca5_1ec4, 0x001f_a8ce_7ce6_a874, 0x001f_a9b7_93ce_5fee, 0x001f_aa99_70ad_b858,
    0x001f_ab74_5e58_8232, 0x001f_ac48_a374_0584, 0x001f_ad16_82bf_9fe8, 0x001f_adde_3b57_82c0,
    0x001f_aea0_08f2_1d6c, 0x001f_af5c_2418_b07e, 0x001f_b012_c25b_7a12, 0x001f_b0c4_1681_dff4,
    0x001f_b170_50b6_f1fa, 0x001f_b217_9eb2_963a, 0x001f_b2ba_2bdf_a84a, 0x001f_b358_217f_4e18,
    0x001f_b3f1_a6c9_be0c, 0x001f_b486_e10c_acd6, 0x001f_b517_f3c7_93fc, 0x001f_b5a5_00c5_fdaa,
    0x001f_b62e_2837_fe58, 0x001f_b6b3_88c9_010a, 0x001f_b735_3fb5_0798, 0x001f_b7b3_68dc_7da8,
    0x001f_b82e_1ed6_ba08, 0x001f_b8a5_7b03_47f6, 0x001f_b919_959a_0f74, 0x001f_b98a_85ba_7204,
    0x001f_b9f8_6179_6f26, 0x001f_ba63_3dee_e286, 0x001f_bacb_2f41_ec16, 0x001f_bb30_48b4_9144,
    0x001f_bb92_9cae_a4e2, 0x001f_bbf2_3cc8_029e, 0x001f_bc4f_39d2_2994, 0x001f_bca9_a3e1_40d4,
    0x001f_bd01_8a54_8f9e, 0x001f_bd56_fbde_729c, 0x001f_bdaa_068b_d66a, 0x001f_bdfa_b7cb_3f40,
    0x001f_be49_1c73_64de, 0x001f_be95_40c9_695e, 0x001f_bedf_3086_b128, 0x001f_bf26_f6de_6174,
    0x001f_bf6c_9e82_8ae2, 0x001f_bfb0_31a9_04c4, 0x001f_bff1_ba0f_fdb0, 0x001f_c031_4102_4588,
    0x001f_c06e_cf5b_54b2, 0x001f_c0aa_6d8b_1426, 0x001f_c0e4_2399_698a, 0x001f_c11b_f929_8a64,
    0x001f_c151_f57d_1942, 0x001f_c186_1f77_0f4a, 0x001f_c1b8_7d9e_74b4, 0x001f_c1e9_1620_ea42,
    0x001f_c217_eed5_05de, 0x001f_c245_0d3c_83fe, 0x001f_c270_7686_4fc2, 0x001f_c29a_2f90_630e,
    0x001f_c2c2_3ce9_8046, 0x001f_c2e8_a2d2_c6b4, 0x001f_c30d_6541_22ec, 0x001f_c330_87de_9c0e,
    0x001f_c352_0e0b_7ec6, 0x001f_c371_fadf_66f8, 0x001f_c390_512a_2886, 0x001f_c3ad_1374_97fa,
    0x001f_c3c8_4401_3348, 0x001f_c3e1_e4cc_ab40, 0x001f_c3f9_f78e_4da8, 0x001f_c410_7db8_5060,
    0x001f_c425_7877_fd68, 0x001f_c438_e8b5_bfc6, 0x001f_c44a_cf15_112a, 0x001f_c45b_2bf4_47e8,
    0x001f_c469_ff6c_4504, 0x001f_c477_4950_01b2, 0x001f_c483_092b_fbb8, 0x001f_c48d_3e45_7ff6,
    0x001f_c495_e799_d21a, 0x001f_c49d_03dd_30b0, 0x001f_c4a2_9179_b432, 0x001f_c4a6_8e8e_07fc,
    0x001f_c4a8_f8eb_fb8c, 0x001f_c4a9_ce16_ea9e, 0x001f_c4a9_0b41_fa34, 0x001f_c4a6_ad4e_28a0,
    0x001f_c4a2_b0c8_2e74, 0x001f_c49d_11e6_2de2, 0x001f_c495_cc85_2df4, 0x001f_c48c_dc26_5ec0,
    0x001f_c482_3bec_237a, 0x001f_c475_e696_dee6, 0x001f_c467_d681_7e82, 0x001f_c458_059d_c036,
    0x001f_c446_6d70_2e20, 0x001f_c433_070b_cb98, 0x001f_c41d_cb0d_6e0e, 0x001f_c406_b196_bbf6,
    0x001f_c3ed_b248_cb62, 0x001f_c3d2_c43e_593c, 0x001f_c3b5_de05_91b4, 0x001f_c396_f599_614c,
    0x001f_c376_005a_4592, 0x001f_c352_f306_9370, 0x001f_c32d_c1b2_2818, 0x001f_c306_5fbd_7888,
    0x001f_c2dc_bfcb_f262, 0x001f_c2b0_d3b9_9f9e, 0x001f_c282_8c8f_fcf0, 0x001f_c251_da79_f164,
    0x001f_c21e_acb6_d39e, 0x001f_c1e8_f18c_6756, 0x001f_c1b0_9637_bb3c, 0x001f_c175_86dc_cd10,
    0x001f_c137_ae74_d6b6, 0x001f_c0f6_f6bb_2414, 0x001f_c0b3_4818_4da4, 0x001f_c06c_898b_aff0,
    0x001f_c022_a092_f364, 0x001f_bfd5_710f_72b8, 0x001f_bf84_dd29_488e, 0x001f_bf30_c52f_c60a,
    0x001f_bed9_0777_0cc6, 0x001f_be7d_8032_7dda, 0x001f_be1e_094b_a614, 0x001f_bdba_7a35_4408,
    0x001f_bd52_a7b9_f826, 0x001f_bce6_63c6_201a, 0x001f_bc75_7d2c_4de4, 0x001f_bbff_bf63_b7aa,
    0x001f_bb84_f23f_e6a2, 0x001f_bb04_d9a0_d18c, 0x001f_ba7f_351a_70ac, 0x001f_b9f3_bf92_b618,
    0x001f_b962_2ed4_abfc, 0x001f_b8ca_3317_4a16, 0x001f_b82b_7676_5b54, 0x001f_b785_9c5b_895c,
    0x001f_b6d8_40d5_5594, 0x001f_b622_f7d9_6942, 0x001f_b565_4c6f_37e0, 0x001f_b49e_bfbf_69d2,
    0x001f_b3ce_c803_e746, 0x001f_b2f4_cf53_9c3e, 0x001f_b210_3244_2852, 0x001f_b120_3e5a_9604,
    0x001f_b024_3042_e1c2, 0x001f_af1b_31c4_79a6, 0x001f_ae04_5767_e104, 0x001f_acde_9dbf_2d72,
    0x001f_aba8_e640_060a, 0x001f_aa61_f399_ff28, 0x001f_a908_656f_66a2, 0x001f_a79a_b350_8d3c,
    0x001f_a617_26d1_f214, 0x001f_a47b_d48b_ea00, 0x001f_a2c6_93c5_c094, 0x001f_a0f4_f47d_f314,
    0x001f_9f04_336b_be0a, 0x001f_9cf1_2b79_f9bc, 0x001f_9ab8_4415_abc4, 0x001f_9855_5b78_2fb8,
    0x001f_95c3_abd0_3f78, 0x001f_92fd_a9ce_f1f2, 0x001f_8ffc_da9a_e41c, 0x001f_8cb9_9e73_85f8,
    0x001f_892a_ec47_9606, 0x001f_8545_f904_db8e, 0x001f_80fd_c336_039a, 0x001f_7c42_7839_e926,
    0x001f_7700_a358_2acc, 0x001f_7120_0f1a_241c, 0x001f_6a82_34b7_352a, 0x001f_6300_00a8_e266,
    0x001f_5a66_904f_e3c4, 0x001f_5072_4ece_1172, 0x001f_44c7_665c_6fda, 0x001f_36e5_a38a_59a2,
    0x001f_2614_3450_340a, 0x001f_113e_047b_0414, 0x001e_f6ae_fa57_cbe6, 0x001e_d38c_a188_151e,
    0x001e_a2a6_1e12_2db0, 0x001e_5961_c78b_267c, 0x001d_ddf6_2bac_0bb0, 0x001c_db4d_d9e4_e8c0,
];

/// The bits of the width of layer i, in units of the 53-bit word.
///
/// we(0) = q / 2⁵³, we(i) = x(i) / 2⁵³, rounded to the nearest double.
#[rustfmt::skip]
pub(super) static WE: [u64; 256] = [
    0x3cd1_64ec_94bf_5dc1, 0x3c60_589d_8b5d_4119, 0x3c6a_d6b2_495b_4d2b, 0x3c71_9335_a95b_8dba,
    0x3c75_22e6_e54a_2a73, 0x3c78_5090_fbc2_7a80, 0x3c7b_38d1_ef79_b7cc, 0x3c7d_ecd8_b76d_bd98,
    0x3c80_3bf0_49c6_5c3c, 0x3c81_70db_24d6_f670, 0x3c82_9802_90da_2633, 0x3c83_b388_fe3d_6eca,
    0x3c84_c515_c60b_fe21, 0x3c85_cdf8_9d02_4ac3, 0x3c86_cf40_f0a7_2bbd, 0x3c87_c9cd_da17_d019,
    0x3c88_be59_54d3_606f, 0x3c89_ad80_5522_37d2, 0x3c8a_97c8_be5d_5203, 0x3c8b_7da5_dddd_a3c4,
    0x3c8c_5f7b_d78c_3f89, 0x3c8d_3da2_4df1_7c36, 0x3c8e_1866_78f1_735a, 0x3c8e_f00c_cf5f_4faa,
    0x3c8f_c4d2_5d68_3209, 0x3c90_4b76_ed6a_7558, 0x3c90_b348_479b_80fc, 0x3c91_19f3_8749_f5af,
    0x3c91_7f8c_eb4b_dfa0, 0x3c91_e426_e93e_49e7, 0x3c92_47d2_6538_ff2e, 0x3c92_aa9e_e123_680b,
    0x3c93_0c9a_a526_da4b, 0x3c93_6dd2_e26d_8202, 0x3c93_ce53_d121_62a0, 0x3c94_2e28_ca70_6748,
    0x3c94_8d5c_5f35_e712, 0x3c94_ebf8_6bcd_0b93, 0x3c95_4a06_2978_6f4d, 0x3c95_a78e_3db8_befd,
    0x3c96_0498_c7dd_2ecf, 0x3c96_612d_6d0c_68e0, 0x3c96_bd53_62fa_a944, 0x3c97_1911_7979_90bb,
    0x3c97_746e_2307_7973, 0x3c97_cf6f_7c7e_8172, 0x3c98_2a1b_53fe_d599, 0x3c98_8477_2f2b_e1ec,
    0x3c98_de88_50d0_c52a, 0x3c99_3853_bdfd_a244, 0x3c99_91de_42ad_1338, 0x3c99_eb2c_75ff_03bf,
    0x3c9a_4442_be14_884a, 0x3c9a_9d25_5396_d261, 0x3c9a_f5d8_44f2_24c9, 0x3c9b_4e5f_794c_979b,
    0x3c9b_a6be_b33f_8f89, 0x3c9b_fef9_9359_fe99, 0x3c9c_5713_9a70_d29f, 0x3c9c_af10_2bc2_5adb,
    0x3c9d_06f2_8ef0_e6fb, 0x3c9d_5ebd_f1d8_6b8d, 0x3c9d_b675_6a42_9057, 0x3c9e_0e1b_f77c_31fe,
    0x3c9e_65b4_83cf_1044, 0x3c9e_bd41_e5e2_1b62, 0x3c9f_14c6_e202_949f, 0x3c9f_6c46_2b57_feb5,
    0x3c9f_c3c2_6504_a9a1, 0x3ca0_0d9f_119a_3cd9, 0x3ca0_395d_f60d_b162, 0x3ca0_651f_1c72_76f8,
    0x3ca0_90e3_bb4b_0072, 0x3ca0_bcad_0371_0137, 0x3ca0_e87c_207a_2f66, 0x3ca1_1452_3917_ac15,
    0x3ca1_4030_6f70_7dbe, 0x3ca1_6c17_e177_7ffb, 0x3ca1_9809_a93d_2396, 0x3ca1_c406_dd3d_5283,
    0x3ca1_f010_90a9_c4e2, 0x3ca2_1c27_d3b1_0e05, 0x3ca2_484d_b3c2_a329, 0x3ca2_7483_3bd0_189f,
    0x3ca2_a0c9_748b_cdaa, 0x3ca2_cd21_64a5_3b5d, 0x3ca2_f98c_1103_1721, 0x3ca3_260a_7cfb_7611,
    0x3ca3_529d_aa8a_1ba1, 0x3ca3_7f46_9a85_1af0, 0x3ca3_ac06_4ccf_effc, 0x3ca3_d8dd_c08d_336d,
    0x3ca4_05cd_f44f_09c4, 0x3ca4_32d7_e646_6cd0, 0x3ca4_5ffc_9471_6ca7, 0x3ca4_8d3c_fcc8_83c4,
    0x3ca4_ba9a_1d6b_18a4, 0x3ca4_e814_f4cb_45ea, 0x3ca5_15ae_81d9_00fb, 0x3ca5_4367_c42c_b5f8,
    0x3ca5_7141_bc31_6f27, 0x3ca5_9f3d_6b4e_9cf9, 0x3ca5_cd5b_d411_9335, 0x3ca5_fb9d_fa56_cf26,
    0x3ca6_2a04_e373_1a2e, 0x3ca6_5891_965c_9b8c, 0x3ca6_8745_1bd3_ebee, 0x3ca6_b620_7e8d_3cdf,
    0x3ca6_e524_cb59_a608, 0x3ca7_1453_1150_a9fb, 0x3ca7_43ac_61fa_041c, 0x3ca7_7331_d177_d130,
    0x3ca7_a2e4_76b1_240a, 0x3ca7_d2c5_6b7d_17f7, 0x3ca8_02d5_ccce_7277, 0x3ca8_3316_badf_e62a,
    0x3ca8_6389_5961_08e7, 0x3ca8_942e_cfa4_0f54, 0x3ca8_c508_48cc_6094, 0x3ca8_f616_f3fe_1513,
    0x3ca9_275c_048e_73e1, 0x3ca9_58d8_b235_828a, 0x3ca9_8a8e_3940_bbf4, 0x3ca9_bc7d_dac7_035d,
    0x3ca9_eea8_dcdd_e951, 0x3caa_2110_8ad0_592d, 0x3caa_53b6_3556_c690, 0x3caa_869b_32d0_f30f,
    0x3caa_b9c0_df81_657a, 0x3caa_ed28_9dca_acff, 0x3cab_20d3_d66e_8bb5, 0x3cab_54c3_f8cf_2542,
    0x3cab_88fa_7b32_4fb6, 0x3cab_bd78_db07_2610, 0x3cab_f240_9d2d_fd85, 0x3cac_2753_4e42_e02d,
    0x3cac_5cb2_82ea_b1a4, 0x3cac_925f_d823_23fb, 0x3cac_c85c_f395_a56c, 0x3cac_feab_83ed_7180,
    0x3cad_354d_4130_f2ad, 0x3cad_6c43_ed1e_a3fe, 0x3cad_a391_538d_a50a, 0x3cad_db37_4ad2_357f,
    0x3cae_1337_b426_509b, 0x3cae_4b94_7c16_a452, 0x3cae_844f_9af4_237f, 0x3cae_bd6b_154a_7678,
    0x3cae_f6e8_fc5b_9168, 0x3caf_30cb_6ea0_bc7f, 0x3caf_6b14_9851_5ed0, 0x3caf_a5c6_b3ef_e1e5,
    0x3caf_e0e4_0add_09d8, 0x3cb0_0e37_7af9_11d4, 0x3cb0_2c34_ef11_391b, 0x3cb0_4a6b_9e92_24a3,
    0x3cb0_68dc_cf11_26db, 0x3cb0_8789_cf3a_ad0f, 0x3cb0_a673_f733_c819, 0x3cb0_c59c_a900_946f,
    0x3cb0_e505_50ef_cfb7, 0x3cb1_04af_660b_efce, 0x3cb1_249c_6a92_154a, 0x3cb1_44cd_ec6f_3a2b,
    0x3cb1_6545_85c4_04c1, 0x3cb1_8604_dd6f_ae9e, 0x3cb1_a70d_a7a2_7820, 0x3cb1_c861_a678_2a5a,
    0x3cb1_ea02_aa9b_3370, 0x3cb2_0bf2_93f0_f4a2, 0x3cb2_2e33_524f_e550, 0x3cb2_50c6_e640_3bba,
    0x3cb2_73af_61c7_daa6, 0x3cb2_96ee_e942_532b, 0x3cb2_ba87_b445_db51, 0x3cb2_de7c_0e96_2d70,
    0x3cb3_02ce_5926_5965, 0x3cb3_2781_0b2a_a7d0, 0x3cb3_4c96_b33b_c965, 0x3cb3_7211_f88c_a856,
    0x3cb3_97f5_9c34_5143, 0x3cb3_be44_7a8d_8b83, 0x3cb3_e501_8cad_ded0, 0x3cb4_0c2f_e9f5_eead,
    0x3cb4_33d2_c9bd_42f8, 0x3cb4_5bed_851b_c92c, 0x3cb4_8483_98d3_9432, 0x3cb4_ad98_a75d_a14c,
    0x3cb4_d730_7b1c_b127, 0x3cb5_014f_08b9_9508, 0x3cb5_2bf8_71ac_aab2, 0x3cb5_5731_06f8_a75a,
    0x3cb5_82fd_4c1b_4461, 0x3cb5_af61_fa38_e107, 0x3cb5_dc64_0388_bd9e, 0x3cb6_0a08_9708_1879,
    0x3cb6_3855_247b_2e94, 0x3cb6_674f_60c3_f432, 0x3cb6_96fd_4a97_48ee, 0x3cb6_c765_2f9a_7b1e,
    0x3cb6_f88d_b1f4_2507, 0x3cb7_2a7d_ce5c_d218, 0x3cb7_5d3c_e2bd_71c3, 0x3cb7_90d2_b56b_71f9,
    0x3cb7_c547_7d14_76d3, 0x3cb7_faa3_e96e_1412, 0x3cb8_30f1_2cc0_bec3, 0x3cb8_6839_0668_7342,
    0x3cb8_a085_ce69_5bab, 0x3cb8_d9e2_823b_3695, 0x3cb9_145a_d2f3_7544, 0x3cb9_4ffb_34fc_2a0e,
    0x3cb9_8cd0_f18d_1ad8, 0x3cb9_caea_3a24_d9ea, 0x3cba_0a56_3e49_f178, 0x3cba_4b25_43e8_4c3b,
    0x3cba_8d68_c2ad_86ea, 0x3cba_d133_82d8_45c4, 0x3cbb_1699_c003_b60a, 0x3cbb_5db1_5091_ea0f,
    0x3cbb_a691_d276_da5e, 0x3cbb_f154_de4b_ef77, 0x3cbc_3e16_41c2_e0a7, 0x3cbc_8cf4_42c8_c8f4,
    0x3cbc_de0f_ecf2_a97f, 0x3cbd_318d_6b27_38c5, 0x3cbd_8794_6fec_3bec, 0x3cbd_e050_af4e_f19f,
    0x3cbe_3bf2_6e19_0960, 0x3cbe_9aaf_2af3_83c1, 0x3cbe_fcc2_6750_ea4a, 0x3cbf_626e_9791_f7a7,
    0x3cbf_cbfe_43f6_c6e5, 0x3cc0_1ce2_b362_ec2e, 0x3cc0_5611_8bf5_8eef, 0x3cc0_91c1_cdcb_a54e,
    0x3cc0_d031_785d_48a0, 0x3cc1_11a8_0343_92a6, 0x3cc1_5678_6775_442a, 0x3cc1_9f03_bcb3_c2d6,
    0x3cc1_ebbc_a0c9_fa7c, 0x3cc2_3d2b_b659_919f, 0x3cc2_93f5_ae49_aaa5, 0x3cc2_f0e3_8a44_11f0,
    0x3cc3_54ee_27cc_f75e, 0x3cc3_c14e_c7c8_b861, 0x3cc4_3797_66e4_1362, 0x3cc4_b9d7_cd47_51d1,
    0x3cc5_4ad8_3ccf_73f6, 0x3cc5_ee7a_e173_13d2, 0x3cc6_aa67_6d4b_bf72, 0x3cc7_8750_d6ea_c62f,
    0x3cc8_939f_e6f2_ed19, 0x3cc9_e9dc_0d48_7b85, 0x3ccb_c39e_51da_71fc, 0x3cce_c9d9_297e_bb83,
];

/// The bits of the height of the curve at the right end of layer i.
///
/// fe(0) = 1, fe(i) = exp(-x(i)), rounded to the nearest double.
#[rustfmt::skip]
pub(super) static FE: [u64; 256] = [
    0x3ff0_0000_0000_0000, 0x3fee_0545_e588_1137, 0x3fec_d0a6_5081_fff1, 0x3feb_e500_7beb_7b27,
    0x3feb_210f_0ee6_7f2a, 0x3fea_76ba_a562_fae7, 0x3fe9_de97_1555_6d9b, 0x3fe9_5431_c455_aa39,
    0x3fe8_d4a3_76d3_d22f, 0x3fe8_5de8_7806_c5b8, 0x3fe7_ee8a_2d24_3126, 0x3fe7_856e_9b09_d47e,
    0x3fe7_21bb_5ba9_4b63, 0x3fe6_c2c3_4984_18c6, 0x3fe6_67fa_6d4f_5c06, 0x3fe6_10ed_c1a7_af66,
    0x3fe5_bd3d_694c_ac75, 0x3fe5_6c98_82da_8773, 0x3fe5_1eba_1578_899a, 0x3fe4_d366_c151_f8af,
    0x3fe4_8a6a_fb8e_e069, 0x3fe4_4399_afa8_e125, 0x3fe3_fecb_2bb1_8b80, 0x3fe3_bbdc_44e1_d114,
    0x3fe3_7aad_a708_ddd9, 0x3fe3_3b23_450e_6318, 0x3fe2_fd23_e345_da5e, 0x3fe2_c098_b61f_4f24,
    0x3fe2_856d_1111_32bd, 0x3fe2_4b8e_228c_50a3, 0x3fe2_12ea_ba81_3ec8, 0x3fe1_db73_1987_7b89,
    0x3fe1_a518_c71e_3b25, 0x3fe1_6fce_6dce_6fee, 0x3fe1_3b87_bc33_169c, 0x3fe1_0839_4a1c_c38d,
    0x3fe0_d5d8_812b_1e2b, 0x3fe0_a45b_8854_d02a, 0x3fe0_73b9_31ee_3b7d, 0x3fe0_43e8_ebd2_6548,
    0x3fe0_14e2_b160_f324, 0x3fdf_cd3d_fe21_4576, 0x3fdf_722d_8ebf_c5fa, 0x3fdf_1886_d1eb_424d,
    0x3fde_c03d_4b96_9d90, 0x3fde_6945_367d_d351, 0x3fde_1393_75e1_37fc, 0x3fdd_bf1d_88a7_210c,
    0x3fdd_6bd9_7db9_ed7a, 0x3fdd_19bd_e97e_1a0b, 0x3fdc_c8c1_dc40_e092, 0x3fdc_78dc_d983_fb60,
    0x3fdc_2a06_d00e_a583, 0x3fdb_dc38_12ae_eeb5, 0x3fdb_8f69_5199_0b88, 0x3fdb_4393_9454_806f,
    0x3fda_f8b0_3428_ef5f, 0x3fda_aeb8_d6fd_f6e5, 0x3fda_65a7_6aa3_0140, 0x3fda_1d76_2075_21f4,
    0x3fd9_d61f_695a_3792, 0x3fd9_8f9d_f209_7ba8, 0x3fd9_49ec_9f9a_8110, 0x3fd9_0506_8c54_5d04,
    0x3fd8_c0e7_04b7_5d39, 0x3fd8_7d89_84bc_3f8c, 0x3fd8_3ae9_b544_6138, 0x3fd7_f903_69b6_ce59,
    0x3fd7_b7d2_9dc6_801e, 0x3fd7_7753_735e_72e3, 0x3fd7_3782_30b0_8dea, 0x3fd6_f85b_3e64_9e9d,
    0x3fd6_b9db_25e4_e99c, 0x3fd6_7bfe_8fc6_0d9f, 0x3fd6_3ec2_4248_27e4, 0x3fd6_0223_1fef_5876,
    0x3fd5_c61e_2631_ee6c, 0x3fd5_8ab0_6c3a_a9ef, 0x3fd5_4fd7_21bd_a3e7, 0x3fd5_158f_8dde_89f5,
    0x3fd4_dbd7_0e26_f91d, 0x3fd4_a2ab_158b_dad3, 0x3fd4_6a09_2b80_beef, 0x3fd4_31ee_eb18_41e2,
    0x3fd3_fa5a_0230_a14e, 0x3fd3_c348_30ab_b285, 0x3fd3_8cb7_47b1_7def, 0x3fd3_56a5_28fc_d0dd,
    0x3fd3_210f_c631_2435, 0x3fd2_ebf5_2039_4270, 0x3fd2_b753_46ae_2262, 0x3fd2_8328_5745_7629,
    0x3fd2_4f72_7d47_76fd, 0x3fd2_1c2f_f10b_7eff, 0x3fd1_e95e_f77b_09db, 0x3fd1_b6fd_e19a_bc5a,
    0x3fd1_850b_0c19_1982, 0x3fd1_5384_dee2_91ef, 0x3fd1_2269_ccba_9fba, 0x3fd0_f1b8_52d9_a66c,
    0x3fd0_c16e_f88f_5333, 0x3fd0_918c_4ee9_3e13, 0x3fd0_620e_f05d_90d2, 0x3fd0_32f5_8079_7c2c,
    0x3fd0_043e_ab93_476a, 0x3fcf_abd2_4cff_9354, 0x3fcf_4fe7_5c96_3e7e, 0x3fce_f4ba_0fe8_e09b,
    0x3fce_9a48_0059_40f2, 0x3fce_408e_d62f_83a7, 0x3fcd_e78c_4822_4f39, 0x3fcd_8f3e_1ae3_eeb8,
    0x3fcd_37a2_20b4_31fd, 0x3fcc_e0b6_38f6_d09f, 0x3fcc_8a78_4fce_1802, 0x3fcc_34e6_5db9_afee,
    0x3fcb_dffe_6739_4435, 0x3fcb_8bbe_7c72_e4a5, 0x3fcb_3824_b8dc_ef3e, 0x3fca_e52f_42eb_5b0b,
    0x3fca_92dc_4bc0_3c49, 0x3fca_412a_0edf_5cbc, 0x3fc9_f016_d1e4_c512, 0x3fc9_9fa0_e43e_1623,
    0x3fc9_4fc6_9ee6_92a1, 0x3fc9_0086_6425_bb79, 0x3fc8_b1de_9f50_62d5, 0x3fc8_63cd_c48c_1af9,
    0x3fc8_1652_5094_e7e6, 0x3fc7_c96a_c885_1bae, 0x3fc7_7d15_b99f_46fe, 0x3fc7_3151_b91a_2839,
    0x3fc6_e61d_63ee_84ea, 0x3fc6_9b77_5ea6_da28, 0x3fc6_515e_5530_d1ac, 0x3fc6_07d0_fab0_6a31,
    0x3fc5_bece_0954_c2b6, 0x3fc5_7654_422e_78f5, 0x3fc5_2e62_6d07_8c49, 0x3fc4_e6f7_583c_b6fa,
    0x3fc4_a011_d898_3096, 0x3fc4_59b0_c92d_ccc6, 0x3fc4_13d3_0b38_6a9a, 0x3fc3_ce77_85f8_a905,
    0x3fc3_899d_2694_d5c9, 0x3fc3_4542_dffa_0caf, 0x3fc3_0167_aabe_7d6e, 0x3fc2_be0a_8504_cf34,
    0x3fc2_7b2a_7260_9940, 0x3fc2_38c6_7bbb_e878, 0x3fc1_f6dd_af3d_ca65, 0x3fc1_b56f_2031_d666,
    0x3fc1_7479_e6f0_ae78, 0x3fc1_33fd_20c9_712f, 0x3fc0_f3f7_efec_1720, 0x3fc0_b469_7b54_b62f,
    0x3fc0_7550_eeb7_a5be, 0x3fc0_36ad_7a6e_7f04, 0x3fbf_f0fc_a6cb_ea8d, 0x3fbf_7585_6619_0414,
    0x3fbe_faf3_ae83_c33c, 0x3fbe_8146_048e_b9cc, 0x3fbe_087a_f561_bafb, 0x3fbd_9091_16ad_9398,
    0x3fbd_1987_0691_4dd7, 0x3fbc_a35b_6b80_fd57, 0x3fbc_2e0c_f42e_10af, 0x3fbb_b99a_5771_268f,
    0x3fbb_4602_5435_6548, 0x3fba_d343_b165_5465, 0x3fba_615d_3dd9_38b7, 0x3fb9_f04d_d046_f428,
    0x3fb9_8014_4733_6b70, 0x3fb9_10af_88e5_74b9, 0x3fb8_a21e_835a_533b, 0x3fb8_3460_2c3b_c4ba,
    0x3fb7_c773_80d7_a6f3, 0x3fb7_5b57_8619_3c1e, 0x3fb6_f00b_4884_16b6, 0x3fb6_858d_dc30_b620,
    0x3fb6_1bde_5cca_def7, 0x3fb5_b2fb_ed91_bb3e, 0x3fb5_4ae5_b959_d036, 0x3fb4_e39a_f290_d929,
    0x3fb4_7d1a_d343_985c, 0x3fb4_1764_9d25_b10e, 0x3fb3_b277_999b_9f9e, 0x3fb3_4e53_19c6_e718,
    0x3fb2_eaf6_7694_8dd1, 0x3fb2_8861_10ce_0570, 0x3fb2_2692_512c_9d8c, 0x3fb1_c589_a86f_a340,
    0x3fb1_6546_8f75_5392, 0x3fb1_05c8_8756_ca50, 0x3fb0_a70f_1987_1b3b, 0x3fb0_4919_d7f5_c817,
    0x3faf_d7d0_ba69_9676, 0x3faf_1ef4_9944_e834, 0x3fae_679e_a52e_b2e5, 0x3fad_b1ce_4931_5810,
    0x3fac_fd83_031e_794a, 0x3fac_4abc_6407_21e9, 0x3fab_997a_10be_d985, 0x3faa_e9bb_c26a_8084,
    0x3faa_3b81_471b_f138, 0x3fa9_8eca_827b_7c4c, 0x3fa8_e397_6e80_776d, 0x3fa8_39e8_1c3a_396b,
    0x3fa7_91bc_b4ab_089e, 0x3fa6_eb15_79b6_af52, 0x3fa6_45f2_c726_a041, 0x3fa5_a255_13c5_d2ca,
    0x3fa5_003c_f296_c5eb, 0x3fa4_5fab_1426_6b19, 0x3fa3_c0a0_47ff_18ff, 0x3fa3_231d_7e3f_14ae,
    0x3fa2_8723_c956_c00c, 0x3fa1_ecb4_5ff3_12d4, 0x3fa1_53d0_9f19_b3a1, 0x3fa0_bc7a_0c7c_d651,
    0x3fa0_26b2_590d_faee, 0x3f9f_24f6_c7af_9890, 0x3f9d_ffae_7a51_7468, 0x3f9c_dd90_5433_1b0c,
    0x3f9b_bea1_50fa_5870, 0x3f9a_a2e6_e692_4e9b, 0x3f99_8a67_0f13_2a48, 0x3f98_7528_53ec_9967,
    0x3f97_6331_da87_fc96, 0x3f96_548b_72a2_4077, 0x3f95_493d_a6ab_0251, 0x3f94_4151_ce87_f0be,
    0x3f93_3cd2_2531_5d84, 0x3f92_3bc9_e1b9_3a32, 0x3f91_3e45_5472_5f5f, 0x3f90_4452_091e_02f0,
    0x3f8e_9bfd_de89_c7ce, 0x3f8c_b6b9_146e_2757, 0x3f8a_d8fa_5542_c92d, 0x3f89_02ea_688f_a7bd,
    0x3f87_34b6_e6aa_74f5, 0x3f85_6e93_0be4_16cb, 0x3f83_b0b8_c151_6f62, 0x3f81_fb69_edb3_7671,
    0x3f80_4ef2_295f_d7f9, 0x3f7d_5751_fa74_5dc5, 0x3f7a_23e9_d497_4836, 0x3f77_049f_37ec_3620,
    0x3f73_fa97_cee3_22fd, 0x3f71_073d_6957_4043, 0x3f6c_58b3_81cd_4b11, 0x3f66_d888_f3a1_feff,
    0x3f61_946b_a8e1_a324, 0x3f59_2bb5_540c_3e25, 0x3f4f_b20a_f78d_fcb9, 0x3f3d_c31c_329f_0b4b,
];

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    /// The SHA-256 of the entries as little-endian bytes, in hexadecimal.
    fn sha256(table: &[u64; 256]) -> String {
        let mut hash = Sha256::new();
        for entry in table {
            hash.update(entry.to_le_bytes());
        }
        hash.finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect()
    }

    #[test]
    fn tables_are_those_of_numpy() {
        for (table, digest) in [
            (
                &KE,
                "785bcf5a662793cf25870d33474a750da43f0e903fa734292e1eeefb38e8efce",
            ),
            (
                &WE,
                "12751415cc5c2d3a76783f682d265bbfdd63c8775b4d3ded9926d3bb673871a1",
            ),
            (
                &FE,
                "1f4b2a07fcf8396e73fc378ce2199c83cf46da21f0d6469f43375c29cb2d8635",
            ),
        ] {
            assert_eq!(sha256(table), digest);
        }
    }
}
